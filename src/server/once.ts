/** What is begun with the first question and answered to each. */
export function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let making: Promise<Made> | undefined
  return () => (making ??= make())
}
