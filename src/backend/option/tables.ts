import type { Generated } from 'kysely'
import { column, key, ofContract, sealed, secret, table, withSealed } from '#backend/table.ts'
import { options } from '#domain/catalogue/option.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import { activationAad, parseSettings, settingsAad } from './rows.ts'

export const optionTables = [
  /** Options of a line, or of the contract where there is no line; in force from an instant to the end of a day. */
  table('option_period', ofContract('オプション', 'trade'), {
    period_id: key<string>(),
    /** None for an option of the contract. */
    line_id: column<string | null>('回線の識別子'),
    option_code: column<OptionCode>({ title: 'オプション', show: (code) => options[code].name }),
    /** The flat rate covers calls from this moment, not from the day's start (billing rule 10); the fee counts days. */
    joined_at: column<Temporal.Instant>('加入日時'),
    /** The last day; none while it runs. */
    to_on: column<TokyoDate | null>('最終日'),
    /** Set where it ended at once, before its last day was over. */
    left_at: column<Generated<Temporal.Instant | null>>('止めた日時'),
    /** The order it was joined by, and the version of the terms that was agreed to with it; none of before orders. */
    join_order_no: column<Generated<string | null>>('手続きの受付番号'),
    terms_version: column<Generated<string | null>>('同意した規約の版'),
    /** What the member chose (a number to forward to) and what the provider handed over, sealed. */
    settings_sealed: sealed<
      Generated<string | null>,
      { contract_id: string; option_code: OptionCode; line_id: string | null }
    >({
      aad: ({ contract_id: contractId, option_code: code, line_id: lineId }) =>
        settingsAad(contractId, { code, lineId: lineId ?? undefined }),
      title: '設定',
      show: (plain) => ({ 転送先: parseSettings(plain).forwardTo }),
    }),
    // ID and password of the provider's service: they open it.
    activation_sealed: withSealed(
      ({ activation_sealed: stored }: { activation_sealed: string | null }) =>
        stored === null ? [] : activationAad(stored),
      secret<Generated<string | null>>(),
    ),
  }),
]
