/** `at name (https://host/file.js:12:3)` and `name@https://host/file.js:12:3`, as the browsers write them. */
const frame = /((?:https?|file):\/\/[^\s)]+?):(\d+)(?::\d+)?\)?$/

/** The file and line of the first place in a stack, or of the place that called it. */
export function placeInSource(
  stack: string | undefined,
  of: 'here' | 'caller' = 'here',
): { fileName: string; lineNumber: number } {
  const places = (stack ?? '').split('\n').flatMap((line) => {
    const [, fileName, lineNumber] = frame.exec(line.trim()) ?? []
    return fileName ? [{ fileName, lineNumber: Number(lineNumber) }] : []
  })
  return places[of === 'caller' ? 1 : 0] ?? { fileName: '', lineNumber: 0 }
}
