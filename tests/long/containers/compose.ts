import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from '../../../tools/setup/root.ts'
import type { Limits } from './container.ts'

/** What compose.yaml says of a service, as far as this project uses it; a key that is not here fails the test. */
const service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.literal('.'), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).default([]),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.literal('ALL')).default([]),
  security_opt: z.array(z.literal('no-new-privileges:true')).default([]),
  restart: z.string(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: z.tuple([z.literal('CMD')], z.string()),
        interval: z.string(),
        timeout: z.string().optional(),
        start_period: z.string().optional(),
        retries: z.int().optional(),
      }),
    ])
    .optional(),
  stop_grace_period: z.templateLiteral([z.int(), 's']).optional(),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.strictObject({ condition: z.string() }))])
    .default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
})
export type ComposeService = z.output<typeof service>

const file = z.object({ services: z.record(z.string(), service) })

export function readCompose(): Readonly<Record<string, ComposeService>> {
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
  return file.parse(parse(text, { merge: true })).services
}

export const limitsOf = (one: ComposeService): Limits => ({
  readOnly: one.read_only,
  tmpfs: one.tmpfs,
  dropsCapabilities: one.cap_drop.length > 0,
  gainsNoPrivileges: one.security_opt.length > 0,
})
