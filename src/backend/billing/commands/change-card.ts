import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { insertRow } from '#backend/db/rows.ts'
import type { CardPagePort, NewCard } from '#backend/ports/card-page.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordChange } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'
import { writeCard } from '../rows/cards.ts'
import { cardChangedMessage } from '../messages.ts'
import { unpaidBills } from '../queries/unpaid.ts'

/** Minutes a visit to the provider's page may take. */
const VISIT_MINUTES = 60

/** Where the provider sends the browser back to. */
export const CARD_RETURN_PATH = '/card/return'

export type CardReturn = {
  readonly path: string
  readonly outcome: 'changed' | 'cancelled' | 'failed'
}

export type CardDeps = Pick<ProcedureDeps, 'database' | 'sealing' | 'outbox' | 'publicUrl'> & {
  cardPage: CardPagePort
  saveCard: SaveCard
}

type Save<Of> = (tx: Db, sealing: Sealing, of: Of, card: NewCard, now: Instant) => Promise<void>

/** Handed in by the areas that a card waits in until there is a contract. */
export type SaveCard = {
  readonly ofApplication: Save<{ applicationId: string }>
  readonly ofSuccession: Save<{ accountId: string; successionId: string }>
}

/** Whose card it is to be: a contract's, that of an application for one, or that of an heir who takes one over. */
export type CardOwner =
  | { readonly contractId: string }
  | { readonly applicationId: string }
  | { readonly successionId: string }

/** Who comes back from the page. */
type Visitor = Omit<By, 'contractId' | 'accountId'> & {
  readonly accountId: string
  readonly contractId: string | null
}

/** Notes the visit. @returns the address of the provider's page */
export async function beginCardVisit(
  tx: Db,
  deps: Pick<CardDeps, 'publicUrl' | 'cardPage'>,
  owner: CardOwner,
  back: string,
  now: Instant,
): Promise<string> {
  const state = newSecret()
  await insertRow(tx, 'card_update', {
    contract_id: 'contractId' in owner ? owner.contractId : null,
    application_id: 'applicationId' in owner ? owner.applicationId : null,
    succession_id: 'successionId' in owner ? owner.successionId : null,
    state_hash: hashSecret(state),
    back_path: back,
    begun_at: now,
    ended_at: null,
  })
  const isFirst = !('contractId' in owner)
  return deps.cardPage.address({ returnUrl: deps.publicUrl + CARD_RETURN_PATH, state, isFirst })
}

/** The browser is back: the code is exchanged once, for the member who went, and no other. */
export async function takeCardReturn(
  deps: CardDeps,
  by: Visitor,
  given: { state: string; code: string | undefined },
): Promise<CardReturn> {
  const { database, sealing, cardPage, saveCard } = deps
  const visit = await endVisit(database.db, by, given.state)
  if (visit === undefined) return { path: pages.card, outcome: 'failed' }
  const { back_path: path, application_id: applicationId, contract_id: contractId } = visit
  const { succession_id: successionId } = visit
  if (given.code === undefined) return { path, outcome: 'cancelled' }
  const answer = await cardPage.exchange(given.code)
  if (answer.kind !== 'accepted') return { path, outcome: 'failed' }
  await database.db.transaction().execute(async (tx) => {
    if (contractId !== null) await changeCard(tx, deps, { ...by, contractId }, answer.value)
    const { accountId, now } = by
    if (applicationId !== null)
      await saveCard.ofApplication(tx, sealing, { applicationId }, answer.value, now)
    if (successionId !== null)
      await saveCard.ofSuccession(tx, sealing, { accountId, successionId }, answer.value, now)
  })
  return { path, outcome: 'changed' }
}

async function changeCard(
  tx: Db,
  deps: Pick<CardDeps, 'sealing' | 'outbox'>,
  by: By,
  card: NewCard,
) {
  const { contractId, now } = by
  await writeCard(tx, deps.sealing, contractId, card, now)
  const unpaid = await unpaidBills(tx, contractId, now)
  const retryOn = unpaid.every((bill) => bill.retryOn !== undefined)
    ? unpaid[0]?.retryOn
    : undefined
  const owed =
    unpaid.length === 0
      ? undefined
      : { yen: unpaid.reduce((sum, { amountYen }) => sum + amountYen, 0), retryOn }
  await recordChange(tx, deps, by, {
    action: 'card-updated',
    target: contractId,
    details: { last4: card.last4 },
    message: (accountId) => cardChangedMessage({ accountId, last4: card.last4, now, owed }),
  })
}

/** Taken once, in time, by the contract or the account's application it was begun for. */
async function endVisit(db: Db, { accountId, contractId, now }: Visitor, state: string) {
  return db
    .updateTable('card_update')
    .set({ ended_at: now })
    .where('state_hash', '=', hashSecret(state))
    .where('ended_at', 'is', null)
    .where('begun_at', '>', now.subtract({ minutes: VISIT_MINUTES }))
    .where((eb) =>
      eb.or([
        eb('contract_id', '=', contractId),
        eb(
          'application_id',
          'in',
          eb.selectFrom('application').select('application_id').where('account_id', '=', accountId),
        ),
        eb(
          'succession_id',
          'in',
          eb.selectFrom('succession').select('succession_id').where('account_id', '=', accountId),
        ),
      ]),
    )
    .returning(['back_path', 'contract_id', 'application_id', 'succession_id'])
    .executeTakeFirst()
}
