// A stand-in for the browser's model: the interface of the Prompt API's specification (states, download, streaming, window,
// abort, errors) without a model. No browser here brings one.

/**
 * In the page: defines `LanguageModel`. `state` is what `availability` says at first, `languages` those that it knows,
 * `window` the tokens of a session, one for each word. `isOld` gives the names before the renaming of 2026.
 * `answers` are what it writes, one for each prompt, in pieces of `piece` characters every `every` milliseconds; the last
 * one again and again. Where `every` is null, there is a piece for each frame: each is painted, however busy the machine is.
 * `first` is how long the first piece takes. An answer that begins with `!` is the name of an error. `globalThis.modelLog`
 * gets what happens.
 */
export function installLanguageModel(settings) {
  const defaults = {
    state: "available",
    languages: ["en"],
    window: 4000,
    answers: ["Yes [1]."],
    piece: 7,
    every: 5,
    first: 0,
  };
  const {
    state: begin,
    languages,
    window: tokens,
    answers,
    piece,
    every,
    first: wait,
    isOld,
  } = { ...defaults, ...settings };
  let state = begin;
  let prompts = 0;
  const log = (globalThis.modelLog = []);
  const pause = (milliseconds) =>
    new Promise((resolve) =>
      milliseconds === null ? requestAnimationFrame(resolve) : setTimeout(resolve, milliseconds),
    );
  const count = (text) => text.split(/\s+/).filter(Boolean).length;
  const countAll = (messages) => messages.reduce((sum, { content }) => sum + count(content), 0);
  const messagesOf = (input) => (typeof input === "string" ? [{ role: "user", content: input }] : input);
  const quotaError = (requested) => {
    const error = new DOMException(`${requested} of ${tokens} tokens`, "QuotaExceededError");
    return Object.assign(error, { requested, quota: tokens });
  };
  function check({ expectedInputs = [], expectedOutputs = [] }) {
    const tags = [...expectedInputs, ...expectedOutputs].flatMap((each) => each.languages ?? []);
    for (const { type } of [...expectedInputs, ...expectedOutputs])
      if (!["text", "image", "audio"].includes(type)) throw new TypeError(`${type} is no type`);
    return Intl.getCanonicalLocales(tags).every((tag) => languages.includes(tag.split("-")[0]))
      ? state
      : "unavailable";
  }
  class Session extends EventTarget {
    #usage;
    #destroyed = new AbortController();

    constructor(usage) {
      super();
      this.#usage = usage;
      const names = isOld
        ? ["inputUsage", "inputQuota", "measureInputUsage"]
        : ["contextUsage", "contextWindow", "measureContextUsage"];
      Object.defineProperty(this, names[0], { get: () => this.#usage });
      Object.defineProperty(this, names[1], { get: () => tokens });
      this[names[2]] = async (input, { signal } = {}) => {
        signal?.throwIfAborted();
        return countAll(messagesOf(input));
      };
    }

    promptStreaming(input, { signal } = {}) {
      const messages = messagesOf(input);
      const stopped = AbortSignal.any([this.#destroyed.signal, ...(signal ? [signal] : [])]);
      log.push({ type: "prompt", text: messages.at(-1).content });
      const written = answers[Math.min(prompts, answers.length - 1)];
      prompts += 1;
      const session = this;
      async function* write() {
        stopped.throwIfAborted();
        if (messages.some(({ role }) => role === "system"))
          throw new DOMException("a system prompt", "NotSupportedError");
        const requested = session.#usage + countAll(messages);
        if (requested > tokens) throw quotaError(requested);
        session.#usage = requested;
        if (written.startsWith("!")) throw new DOMException("the model stopped", written.slice(1));
        await pause(wait);
        for (let at = 0; at < written.length; at += piece) {
          await pause(every);
          stopped.throwIfAborted();
          yield written.slice(at, at + piece);
        }
        log.push({ type: "written" });
      }
      const pieces = write();
      return new ReadableStream({
        async pull(controller) {
          try {
            const { done, value } = await pieces.next();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            log.push({ type: "stopped", name: error.name });
            controller.error(error);
          }
        },
      });
    }

    destroy() {
      log.push({ type: "destroyed" });
      this.#destroyed.abort(new DOMException("destroyed", "AbortError"));
    }
  }
  globalThis.LanguageModel = class {
    static async availability(options = {}) {
      return check(options);
    }

    static async create({ signal, monitor, initialPrompts = [], ...options } = {}) {
      signal?.throwIfAborted();
      if (check(options) === "unavailable") throw new DOMException("no model", "NotSupportedError");
      if (initialPrompts.some(({ role }, at) => role === "system" && at > 0))
        throw new TypeError("a late system prompt");
      if (state === "downloadable" && !navigator.userActivation.isActive)
        throw new DOMException("no activation", "NotAllowedError");
      log.push({ type: "create", prompts: initialPrompts });
      const target = new EventTarget();
      monitor?.(target);
      const isHere = state === "available";
      if (!isHere) state = "downloading";
      for (let loaded = isHere ? 1 : 0; loaded <= 1; loaded += 0.25) {
        await pause(isHere ? 0 : 300);
        signal?.throwIfAborted();
        target.dispatchEvent(
          new ProgressEvent("downloadprogress", { lengthComputable: true, loaded, total: 1 }),
        );
      }
      state = "available";
      const usage = countAll(initialPrompts);
      if (usage > tokens) throw quotaError(usage);
      return new Session(usage);
    }
  };
}

/** The same, for the head of a page. */
export function languageModelScript(settings) {
  return `<script>(${installLanguageModel})(${JSON.stringify(settings).replaceAll("<", "\\u003c")});</script>`;
}
