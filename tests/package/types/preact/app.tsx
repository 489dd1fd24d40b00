import type { DocfuseSearchElement } from "docfuse/element";

export function Right({ element }: { element: { current: DocfuseSearchElement | null } }) {
  return (
    <main>
      <docfuse-search
        ref={element}
        id="search"
        layout="modal"
        max-per-page={2}
        limit="20"
        ondocfuse-select={(event) => event.detail.href.at(0)}
      />
      <docfuse-input param="q" />
      <docfuse-results instance="a" />
    </main>
  );
}

export function Wrong() {
  return (
    <main>
      {/* @ts-expect-error: no such layout */}
      <docfuse-search layout="floating" />
      {/* @ts-expect-error: a hit has no such member */}
      <docfuse-search ondocfuse-select={(event) => event.detail.address} />
      {/* @ts-expect-error: no such element */}
      <docfuse-serch />
    </main>
  );
}
