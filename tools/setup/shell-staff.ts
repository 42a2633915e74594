import type { Db } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import { recordNote } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { caseNumber } from './case-number.ts'
import { sealingKeys } from './sealing-keys.ts'
import { optionOf, whoOf } from './who-argument.ts'

/** Who of the staff acts at the shell, as the audit names them: by a fingerprint of the name, which is no name. */
export type ShellStaff = {
  readonly actor: 'staff'
  readonly staffId: `shell:${string}`
  readonly caseNo?: string
}

/** Takes `--who <name>` and, where one is given, `--case <number>` out of the words of a command line. */
export function shellStaff(words: string[]): ShellStaff {
  const who = whoOf(words)
  const caseNo = optionOf(words, 'case')
  if (caseNo !== undefined && !caseNumber.test(caseNo))
    throw new StartRefusal('Say --case with a number like DESK-123.')
  return { ...staffNamed(who), ...(caseNo !== undefined && { caseNo }) }
}

/** The same where the name was read already. */
export function staffNamed(who: string): ShellStaff {
  const fingerprint = createSealing(sealingKeys()).index('staff', who).slice(0, 12)
  return { actor: 'staff', staffId: `shell:${fingerprint}` }
}

/**
 * Writes down who gave a command of the desk, in the transaction of what it does: the acts themselves name the staff as a
 * whole, since the worker carries most of them out later.
 * @param command as it was said, without what only a person may read: `applications accept`
 * @param target what it was about; never a name
 */
export const noteAtShell = (
  tx: Db,
  staff: ShellStaff,
  { command, target, now }: { command: string; target: string; now: Instant },
) => recordNote(tx, { ...staff, now }, { action: 'desk-command', target, details: { command } })
