import { column, key, ofContract, said, sealed, table } from '#backend/table.ts'
import type { StateOf } from '#domain/machine.ts'
import type { pointGrantStates } from '#domain/point/grant-states.ts'
import type { TokyoMonth } from '#domain/tokyo.ts'
import { pointGrantStateWords } from '#vocabulary/states/point-grant.ts'
import { partnerAad } from './rows.ts'

export const pointTables = [
  /** One a bill: granted once it is paid, or taken back where it is below zero. */
  table('point_grant', ofContract('請求のポイント', 'trade'), {
    /** The bill they are for. */
    month: column<TokyoMonth>('ご利用月'),
    /** The partner's idempotency id. */
    order_id: key<string>(),
    /** The member's id at the partner when it was asked. */
    partner_id_sealed: sealed<string, { contract_id: string }>({
      aad: (row) => partnerAad(row.contract_id),
      title: '提携先のID',
    }),
    /** Below zero: taken back for a bill below zero. */
    points: column<number>('ポイント（取り消しはマイナス）'),
    /** What the partner did: of what is taken back no more than there was. */
    moved_points: column<number | null>('提携先が動かしたポイント'),
    /** An answer that never came is `unknown`: looked up, never asked for anew under another id. */
    state: column<StateOf<typeof pointGrantStates>>(said('状態', pointGrantStateWords)),
    reason: column<string | null>('できなかった理由'),
    asked_at: column<Temporal.Instant>('依頼日時'),
    answered_at: column<Temporal.Instant | null>('提携先の応答日時'),
  }),
]
