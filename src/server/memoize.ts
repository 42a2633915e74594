/** Makes the value at the first call and answers every later call with it. */
export function memoize<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let making: Promise<Made> | undefined
  return () => (making ??= make())
}
