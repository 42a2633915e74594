import { z } from 'zod'
import type { SealingKey, SealingKeys } from '#backend/db/sealing.ts'
import { list, secret } from './values.ts'

/** `k1`: the name of a key, in front of every value that it has sealed. */
const keyId = z.string().regex(/^k[1-9]\d{0,4}$/, 'must be a name like k2')
const named = z
  .string()
  .regex(/^k[1-9]\d{0,4}:.{32,}$/, 'must be names with secrets like k1:…, separated by commas')
  .transform((text): SealingKey => {
    const point = text.indexOf(':')
    return { id: text.slice(0, point), secret: text.slice(point + 1) }
  })

/** Of the environment: the keys that seal and open, and that of the blind indexes (decision 069). */
export const sealingVariables = {
  SEALING_SECRET: secret,
  /** What `SEALING_SECRET` is called in what it seals. */
  SEALING_KEY_ID: keyId.default('k1'),
  /** Keys that open and do not seal: former ones, and the next one while it is rolled out. */
  SEALING_ALSO_OPENS: list.pipe(z.array(named)),
  INDEX_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be what npm run reseal -- index-key says')
    .optional(),
}

type SealingConfig = z.output<z.ZodObject<typeof sealingVariables>>

export function sealingKeysOf(config: SealingConfig): SealingKeys {
  return {
    current: { id: config.SEALING_KEY_ID, secret: config.SEALING_SECRET },
    others: config.SEALING_ALSO_OPENS,
    indexKey: config.INDEX_KEY,
  }
}

/** What would lose values or lookups: each is one part of the refusal's sentence. */
export function sealingFaults(config: SealingConfig): string[] {
  const { current, others = [] } = sealingKeysOf(config)
  const keys = [current, ...others]
  const twice = keys.filter(({ id }, at) => keys.findIndex((key) => key.id === id) < at)
  const equal = others.filter((key) => key.secret === current.secret)
  return [
    ...twice.map(({ id }) => `SEALING_ALSO_OPENS names ${id}, which is named already`),
    ...equal.map(({ id }) => `SEALING_SECRET is the same as that of ${id}`),
    ...(current.id !== 'k1' && config.INDEX_KEY === undefined
      ? [`INDEX_KEY is missing, without which nobody is found by number or address any more`]
      : []),
  ]
}
