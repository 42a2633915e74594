/** `at name (https://host/file.js:12:3)` and `name@https://host/file.js:12:3`, as the browsers write them. */
const frame = /((?:https?|file):\/\/[^\s)]+?):(\d+)(?::\d+)?\)?$/

/** The file and line of the first place in a stack that is not the log itself. */
export function placeInSource(stack: string | undefined): { fileName: string; lineNumber: number } {
  for (const line of (stack ?? '').split('\n')) {
    const [, fileName, lineNumber] = frame.exec(line.trim()) ?? []
    if (fileName && !/\/log\.ts/.test(fileName)) return { fileName, lineNumber: Number(lineNumber) }
  }
  return { fileName: '', lineNumber: 0 }
}
