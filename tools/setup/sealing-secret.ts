import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '#process/start-refusal.ts'
import { root } from './root.ts'

/** As the portal has it: of the environment, else the demo's own. @throws {StartRefusal} where neither is there */
export function sealingSecret(): string {
  const given = process.env.SEALING_SECRET
  if (given !== undefined) return given
  const file = join(root, '.data', 'demo', 'secrets.json')
  if (!existsSync(file)) throw new StartRefusal('Set SEALING_SECRET as the portal has it.')
  const { sealing }: { sealing?: string } = JSON.parse(readFileSync(file, 'utf8'))
  return sealing ?? ''
}
