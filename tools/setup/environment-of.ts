import type { Config } from '#server/config/config.ts'

/** A configuration as the environment of a process of its own, for tests and benches. */
export function environmentOf(config: Config): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).flatMap(([name, value]) => {
      if (value === undefined || typeof value === 'boolean') return []
      if (Array.isArray(value)) return [[name, value.map(inList).join(',')]]
      if (typeof value !== 'object') return [[name, String(value)]]
      const pairs = Object.entries(value).map(([ours, theirs]) => `${ours}=${theirs}`)
      return [[name, pairs.join(',')]]
    }),
  )
}

const inList = (one: string | { id: string; secret: string }) =>
  typeof one === 'string' ? one : `${one.id}:${one.secret}`
