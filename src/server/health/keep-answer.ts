/** Asks at most every `keptMs`: the answer of one question counts for all who ask meanwhile and shortly afterwards. */
export function keepAnswer<Answer>(ask: () => Promise<Answer>, memoizedMs: number) {
  let answer: Promise<Answer> | undefined
  let untilMs = 0
  return (): Promise<Answer> => {
    if (answer !== undefined && performance.now() < untilMs) return answer
    untilMs = Infinity
    answer = ask().finally(() => {
      untilMs = performance.now() + memoizedMs
    })
    return answer
  }
}
