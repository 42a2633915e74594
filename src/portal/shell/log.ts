/** `at name (https://host/file.js:12:3)` and `name@https://host/file.js:12:3`, as the browsers write them. */
const frame = /((?:https?|file):\/\/[^\s)]+?):(\d+)(?::\d+)?\)?$/

/** The file and line of the first place in a stack, or of the place that called it. */
export function sourceLocation(
  stack: string | undefined,
  of: 'here' | 'caller' = 'here',
): { fileName: string; lineNumber: number } {
  const places = (stack ?? '').split('\n').flatMap((line) => {
    const [, fileName, lineNumber] = frame.exec(line.trim()) ?? []
    return fileName ? [{ fileName, lineNumber: Number(lineNumber) }] : []
  })
  return places[of === 'caller' ? 1 : 0] ?? { fileName: '', lineNumber: 0 }
}

const levels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof levels)[number]

/** What the operator's log address receives (spec 7.2). */
export type LogEntry = {
  message: string
  additional: unknown
  level: LogLevel
  /** RFC 3339. */
  timestamp: string
  fileName: string
  lineNumber: number
}

export type Log = Record<LogLevel, (message: string, additional?: unknown) => void> & {
  /** From now on entries are posted there, those before as well. */
  postTo: (address: string) => void
}

/** Kept until the address is known; the oldest are dropped beyond this. */
const MAX_WAITING = 30
/** A page in a circle of errors does not flood the operator: the rest of the minute's entries is dropped. */
const MAX_A_MINUTE = 60

/** The browser's log: the console always, and the operator's address where one is configured (spec 7.2). */
export function createLog(options: {
  /** Entries below are dropped: info in production (spec 9). */
  lowest: LogLevel
  now: () => string
  console: Pick<Console, LogLevel>
  post: (address: string, body: string) => void
}): Log {
  const waiting: LogEntry[] = []
  let address: string | undefined
  let counted = { minute: '', entries: 0 }

  const write = (level: LogLevel) => (message: string, additional?: unknown) => {
    if (levels.indexOf(level) < levels.indexOf(options.lowest)) return
    options.console[level](message, ...(additional === undefined ? [] : [additional]))
    // In the build the log lies in one file with its callers: only the order of the places distinguishes them.
    const location =
      additional instanceof Error
        ? sourceLocation(additional.stack)
        : sourceLocation(new Error().stack, 'caller')
    const timestamp = options.now()
    const minute = timestamp.slice(0, 'YYYY-MM-DDThh:mm'.length)
    if (counted.minute !== minute) counted = { minute, entries: 0 }
    counted.entries += 1
    if (counted.entries > MAX_A_MINUTE) return
    const shown = additional instanceof Error ? String(additional) : additional
    waiting.push({ message, additional: shown ?? null, level, timestamp, ...location })
    if (waiting.length > MAX_WAITING) waiting.shift()
    send()
  }

  function send() {
    if (address === undefined || waiting.length === 0) return
    options.post(address, JSON.stringify(waiting.splice(0)))
  }

  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    postTo(given) {
      address = given
      send()
    },
  }
}

export const log = createLog({
  lowest: import.meta.env.PROD ? 'info' : 'debug',
  now: () => new Date().toISOString(),
  console,
  // A log that cannot be delivered is no trouble of the visitor's.
  post: (address, body) =>
    void fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      keepalive: true,
    }).catch(() => undefined),
})
