import { changeContract } from '#backend/contract/change.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { requestDocument } from '#backend/document/public.ts'
import { recordConsent } from '#backend/guardian/public.ts'
import { acceptLine, withdrawTakeover, type Begins } from '#backend/handover/public.ts'
import { optionTerms } from '#backend/option/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { openLine, withdrawLines, type OpeningHooks } from '#backend/sim/public.ts'
import {
  orderedLines,
  orderedOptions,
  type Answers,
  type ApplicationLine,
  type ChosenOption,
} from '#domain/application/answers.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { instant, toTokyoDate } from '#domain/tokyo.ts'

export type OpeningDeps = Pick<
  ProcedureDeps,
  'engine' | 'sealing' | 'queue' | 'sender' | 'book' | 'procedures'
> & { readonly opening: OpeningHooks & Begins }

type Ordered = {
  readonly answers: Pick<Answers, 'lineCount' | 'lines' | 'options'>
  /** The number of the application, by which a line is taken over. */
  readonly applicationNo?: string | undefined
}

/**
 * Has the SIMs of a new contract made and issues its document, in the transaction of the acceptance. The contract's row
 * exists and its state is `accepted`.
 * @throws RefusalError EID_IN_USE, HANDOVER_UNKNOWN
 */
export async function beginOpening(
  tx: Db,
  deps: OpeningDeps,
  { contractId, accountId, now }: Pick<Who, 'contractId' | 'accountId' | 'now'>,
  { answers, applicationNo }: Ordered,
): Promise<void> {
  const status = contractStates.target('accepted', 'preparation_started')
  const change = { ...(status && { status }), document_received_on: toTokyoDate(now) }
  await changeContract(tx, contractId, change, { actor: 'system', now })
  const who = { actor: 'member', contractId, accountId, now } as const
  const options = orderedOptions(answers, toTokyoDate(now)).map(withTerms)
  for (const [n, line] of orderedLines(answers).entries()) {
    // An option of the whole contract goes with its first line.
    const chosen = options.filter((one) => (one.line ?? 1) === n + 1)
    const { by, number, handoverNo, nickname } = line
    if (by === 'handover' && number !== undefined && handoverNo !== undefined) {
      const taken = { contractId, accountId, applicationNo, handoverNo, nickname, now }
      const { line_id: lineId } = await acceptLine(tx, deps, { ...taken, options: chosen })
      await recordGuardian(tx, deps, who, { line, lineId })
    } else {
      const { line_id: lineId } = await openLine(tx, deps, who, { line, options: chosen })
      await recordGuardian(tx, deps, who, { line, lineId })
    }
  }
  await requestDocument(tx, deps, { contractId, kind: 'new', now })
}

/** The consent that was given with the application, where a minor uses the line. */
async function recordGuardian(
  tx: Db,
  deps: Pick<OpeningDeps, 'sealing'>,
  who: Who,
  { line: { birth, guardian }, lineId }: { line: ApplicationLine; lineId: string | null },
) {
  if (birth === undefined || guardian === undefined || lineId === null) return
  const { relation, at } = guardian
  const given = { lineId, birth, relation, way: 'order', givenAt: instant(at) } as const
  await recordConsent(tx, deps, who, given)
}

const withTerms = (chosen: ChosenOption) => ({
  ...chosen,
  termsVersion: optionTerms[chosen.code].version,
})

/**
 * Stops every line of a new contract. The contract ends when the carrier has answered for all of them.
 * @returns whether every line could still be stopped
 */
export async function withdrawOpening(tx: Db, deps: OpeningDeps, who: Who): Promise<boolean> {
  const taken = await withdrawTakeover(tx, { engine: deps.engine, begins: deps.opening }, who)
  return taken || withdrawLines(tx, deps, who)
}
