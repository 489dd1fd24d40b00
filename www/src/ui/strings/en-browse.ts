/** The sentences of orders and lists, in English: apart, since few sites need them. Other languages have all in one. */

export const ENGLISH_BROWSE = {
  /** Names the menu of orders. */
  sort: "Order",
  /** The order of the ranking, among others. */
  sortBest: "Best match",
  /** A button that lists all pages, where they have an order. */
  browse: "All pages",
};
