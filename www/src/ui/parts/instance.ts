/** A search that parts share: by default all of a document, else those with the same attribute `instance`. */

import type { Settings } from "../settings.js";
import type { Connection } from "../shell/connection.js";
import { languageAround } from "../shell/page-language.js";
import type { PartKind } from "../shell/shell.js";
import type { Content, Part } from "./part.js";
import { complain, pageVersion, parseFilters, SearchHistory, SearchModel, Speech } from "../ui.js";

/** By the attribute. */
const instances = new Map<string, Instance>();

/** A part that has joined a search. */
export interface Member {
  readonly part: Part;
  readonly instance: Instance;
  readonly content: Content;
}

export class Instance {
  readonly model: SearchModel;
  readonly speech = new Speech();
  readonly connection: Connection;
  readonly #name: string;
  readonly #members = new Set<Member>();
  #filters: string | undefined;
  /** Language of the page around the source. */
  #page = "";

  /** The search that a part belongs to. */
  static of(part: Part): Instance {
    const name = part.config().instance;
    const instance = instances.get(name) ?? new Instance(name, part);
    instances.set(name, instance);
    return instance;
  }

  private constructor(name: string, { tools }: Part) {
    this.#name = name;
    this.connection = new tools.Connection(() => this.config);
    this.model = new SearchModel(this.connection, () => {
      const { limit, maxPerPage, match, sort, version } = this.config;
      return { limit, maxPerPage, match, sort, version: version ?? pageVersion(document), textLength: 0 };
    });
  }

  /** The attributes of the input, or of the first part if there is none. */
  get config(): Settings {
    return this.#source.config();
  }

  get #source(): Part {
    const parts = [...this.#members].map(({ part }) => part);
    const source = parts.find(({ kind }) => kind === "input") ?? parts[0];
    if (!source) throw new Error("a search without parts has no attributes");
    return source;
  }

  /** What the reader searched for before; none if the author switched it off. */
  get history(): SearchHistory | undefined {
    return SearchHistory.of(this.connection.base, this.config.recent);
  }

  join(member: Member): void {
    this.#members.add(member);
    this.#page = languageAround(this.#source.host);
    this.configure();
  }

  /** The last one that leaves closes the index. */
  leave(member: Member): void {
    member.content.end();
    this.#members.delete(member);
    if (this.#members.size > 0) return;
    instances.delete(this.#name);
    this.model.end();
    this.connection.close();
  }

  /** Reads the attributes again. */
  configure(): void {
    const { config } = this;
    const { filters } = config;
    if (filters !== this.#filters) {
      this.#filters = filters;
      this.model.selection.start(parseFilters(filters, complain));
      void this.model.ask();
    }
    const rename = () => this.#members.forEach(({ content }) => content.rename());
    rename();
    void this.speech.follow(languageAround(this.#source.host), config).then((changed) => changed && rename());
  }

  /** Follows the page to another language. Each part calls this; the first call acts. */
  followPage(): void {
    const page = languageAround(this.#source.host);
    if (page === this.#page) return;
    this.#page = page;
    if (this.config.language === page) this.reset();
    else this.configure();
  }

  /** Another index is searched from now on. */
  reset(): void {
    this.connection.close();
    this.model.reset();
    this.configure();
    void this.model.ask();
  }

  /** Moves the focus to the part of a kind. */
  focus(kind: PartKind): boolean {
    return [...this.#members].some(({ part, content }) => part.kind === kind && content.focus?.());
  }
}
