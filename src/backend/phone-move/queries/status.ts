import type { DateToKnow, Pending } from '#backend/procedure/definition.ts'
import { toDateOrInstant } from '#backend/refusal.ts'
import type { Instant } from '#domain/tokyo.ts'
import { phoneMovePage } from '#vocabulary/pages.ts'
import { operationLabels, bringsSim } from '#vocabulary/operation.ts'
import type { StateWords } from '#vocabulary/state-words.ts'
import { phoneMoveStateWords } from '#vocabulary/states/phone-move.ts'
import type { MoveOrder } from '../rows/details.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { MoveSince } from '#vocabulary/phone-move.ts'

/** Ours: the chip is read within a day, or the move is begun anew. */
const CHECK_HOURS = 24

export const checkExpiry = ({
  requested_at: requestedAt,
  details: { letter },
}: Pick<MoveOrder, 'requested_at' | 'details'>): Instant =>
  letter?.expiresAt ?? requestedAt.add({ hours: CHECK_HOURS })

/** Whether who moves is shown after the move was begun, and nothing goes to the carrier before. */
export const isChecked = ({ details: { proof } }: MoveOrder) =>
  proof === 'chip' || proof === 'letter'

/** A phone that was lost has no line that works, and nothing leads back to it. */
const ofPhoneAtHand =
  /いまのスマホ(?:はそのまま使えます|をそのままお使いください)。|24時間は、元のスマホに戻せます。/

/**
 * While a letter is awaited, when the way back is over, and where the phone of before was lost; of everything else the state
 * table's words.
 */
export function wordsOf({ details }: MoveOrder, state: MoveOrder['state']): StateWords | undefined {
  const { letter, wasLost } = details
  const { label, sentence } = phoneMoveStateWords[state]
  if (state === 'completed' && !wasLost)
    return {
      label,
      sentence: '元のスマホに戻せる24時間が過ぎ、新しいスマホへの移行が完了しました。',
    }
  if (state !== 'id_check' || letter === undefined)
    return wasLost ? { label, sentence: sentence.replace(ofPhoneAtHand, '') } : undefined
  return {
    label,
    sentence:
      letter.sentAt === undefined
        ? 'ご登録の住所にお送りする手紙を準備しています。届いたら、手紙の確認コードを入力してください。'
        : 'ご登録の住所に手紙をお送りしました。届いたら、手紙の確認コードを入力してください。',
  }
}

/** The carrier has not answered: the move stays where it is, and nothing has to be pressed again. */
export function pendingOf(order: MoveOrder): Pending | undefined {
  if (order.closed_at !== null) return undefined
  const { state, details } = order
  const isSilent =
    (state === 'requested' && details.carrierAnswer === 'unknown') ||
    ((state === 'switching' || state === 'rolling_back') && details.actAnswer === 'unknown')
  if (!isSilent) return undefined
  return {
    key: 'unanswered',
    label: '応答の確認中',
    sentence: `回線設備からの応答を待っています。${silentWords[state] ?? ''}重ねての操作はいりません。応答があり次第、こちらで進めます。`,
  }
}

const silentWords: Partial<Record<MoveOrder['state'], string>> = {
  requested: 'いまのスマホはそのまま使えます。',
}

/** What the member has to do now. */
export function todoOf({ state, held_until: until, details }: MoveOrder): string | undefined {
  if (until !== null) return undefined
  if (state === 'id_check')
    return details.letter === undefined ? 'ご本人の確認を済ませる' : '手紙の確認コードを入力する'
  if (state === 'profile_ready') return '新しいスマホでコードを読み取る'
  return state === 'seen' ? '新しいスマホに切り替える' : undefined
}

/** The next date of an open move: until when something can still be done. */
export function nextOf(order: MoveOrder): { label: string; on: string } | undefined {
  const limit = limitOf(order)
  return limit && { label: limit.title, on: toDateOrInstant(limit.at) }
}

type Limit = Pick<DateToKnow, 'kind' | 'title' | 'message'> & { readonly at: Instant }

function limitOf(order: MoveOrder): Limit | undefined {
  const { state, details, undo_until: until } = order
  if (state === 'id_check')
    return {
      kind: 'identityExpiry',
      title: 'ご本人の確認の期限',
      message: 'それまでにご本人の確認が済まないと、移行の手続きは終わります。',
      at: checkExpiry(order),
    }
  if (isBeforeSwitch(order) && details.expiresAt !== undefined)
    return {
      kind: 'switchOver',
      title: 'コードの有効期限',
      message:
        'それまでに切り替えないと、移行の手続きは終わります。いまのスマホはそのまま使えます。',
      at: details.expiresAt,
    }
  if (state === 'switched' && until !== null)
    return {
      kind: 'undoLimit',
      title: '元のスマホに戻せる期限',
      message:
        'それを過ぎると、元のスマホには戻せません。それまでは、古いSIMを捨てないでください。',
      at: until,
    }
  return undefined
}

const isBeforeSwitch = ({ state }: MoveOrder) =>
  ['profile_ready', 'downloaded', 'seen'].includes(state)

export function deadlinesOf(order: MoveOrder): DateToKnow[] {
  const limit = limitOf(order)
  if (limit === undefined) return []
  return [
    {
      ...limit,
      title: `${limit.title}：${operationLabels.phoneMove}`,
      path: phoneMovePage(order.order_no),
      lineId: order.line_id ?? undefined,
      orderNo: order.order_no,
    },
  ]
}

/** What has become of the line since the move; undefined while the move still says by which SIM it works. */
export async function sinceMove(
  db: Db,
  { contract_id: contractId, closed_at: closedAt, requested_at: requestedAt }: MoveOrder,
  { line_id: lineId, status }: LineRow,
): Promise<MoveSince | undefined> {
  if (status === 'ended') return 'lineEnded'
  if (closedAt === null) return undefined
  const later = await db
    .selectFrom('procedure_order')
    .select('order_no')
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .where('procedure', 'in', [...bringsSim])
    .where('requested_at', '>', requestedAt)
    .limit(1)
    .executeTakeFirst()
  return later && 'otherSim'
}
