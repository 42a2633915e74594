import pino from 'pino'
import { currentTrace } from '#backend/trace.ts'
import { loggedAddress } from '#protocol/logged-address.ts'

export type Log = pino.Logger

/** Personal data has no place in a log: these keys are removed wherever they stand in an entry. */
const personal = [
  'name',
  'email',
  'phone',
  'number',
  'address',
  'street',
  'birth',
  'loginName',
  'cookie',
  'authorization',
  'token',
]

/** @param level `info` in production (spec 9). */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Of what is done under a trace key, each line has it; an entry's own comes first.
    mixin: () => ({ traceKey: currentTrace() }),
    formatters: { log: withMoments },
    serializers: { path: addressIn, url: addressIn },
    redact: {
      paths: personal.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
      censor: '[removed]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Moments and days as they are written: pino takes what is Temporal's for something that cannot be serialized. */
function withMoments(entry: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, readable(value)]))
}

function readable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(readable)
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate)
    return value.toString()
  // An error, and whatever else has a serializer, stays what it is.
  return Object.getPrototypeOf(value) === Object.prototype ? withMoments(value) : value
}

function addressIn(value: unknown): unknown {
  return typeof value === 'string' ? loggedAddress(value) : value
}
