import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SealingKeys } from '#backend/db/sealing.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { sealingFaults, sealingKeysOf, sealingVariables } from '#server/config/sealing-keys.ts'
import { root } from './root.ts'

/** As the portal has them: of the environment, else the demo's own. @throws {StartRefusal} where neither is there */
export function sealingKeys(): SealingKeys {
  const { SEALING_SECRET } = process.env
  const parsed = z
    .object(sealingVariables)
    .safeParse({ ...process.env, SEALING_SECRET: SEALING_SECRET ?? demoSecret() })
  const faults = parsed.success
    ? sealingFaults(parsed.data)
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  if (!parsed.success || faults.length > 0)
    throw new StartRefusal(`The sealing keys are not those of a portal: ${faults.join('; ')}.`)
  return sealingKeysOf(parsed.data)
}

function demoSecret(): string {
  const file = join(root, '.data', 'demo', 'secrets.json')
  if (!existsSync(file)) throw new StartRefusal('Set SEALING_SECRET as the portal has it.')
  const { sealing }: { sealing?: string } = JSON.parse(readFileSync(file, 'utf8'))
  return sealing ?? ''
}
