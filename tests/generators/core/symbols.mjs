// What generators of API documentation are asked: three symbols, which each test writes in the generator's language, and
// one that is added.
import { ADDED } from "./manual.mjs";

/**
 * `queries` and `change` of a generator. `pages`: patterns of the addresses of `mutex`, `retry`, `folder` and `added`;
 * `change`: `file` and `text` of the last.
 */
export const askedOfSymbols = ({ mutex, retry, folder, added }, change) => ({
  queries: [
    ["mutex", mutex],
    ["network interrupted", retry],
    ["temporary folder", folder],
  ],
  change: { ...change, query: ADDED, page: added },
});

/** The three symbols in Ruby. */
export const rubySource = `# A lock around a value, which one owner opens at a time.
class Mutex
  # Waits until nobody else holds the value.
  def acquire; end
end

# Calls a function again while it fails, for example where the network was interrupted.
class Retry
  # How often it is called.
  def times; end
end

# A temporary folder, deleted when its handle goes out of scope.
class TemporaryFolder
  # Where the folder is.
  def path; end
end
`;
