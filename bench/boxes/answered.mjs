/** A word that is on several pages of the manual. */
export const WORD = "ranges";

/** A probe of an open box that has an answer to WORD. */
export const answered = (body) => async (session) => {
  await session.open();
  if ((await session.ask(WORD)) === 0) return "no results";
  return body(session);
};
