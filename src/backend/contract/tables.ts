import type { Generated, JSONColumnType } from 'kysely'
import {
  column,
  details,
  inYen,
  internal,
  key,
  labelOf,
  ofContract,
  said,
  sealed,
  table,
  withSealed,
} from '#backend/table.ts'
import { isPriceKey } from '#domain/catalogue/figure.ts'
import type { ContractState } from '#domain/contract/contract-states.ts'
import type { LineState } from '#domain/line/line-states.ts'
import type { Actor } from '#domain/machine.ts'
import type { TokyoDate, TokyoMonth } from '#domain/tokyo.ts'
import {
  type Course,
  type LineKind,
  type SimSize,
  kindLabels,
  simSizeLabels,
} from '#vocabulary/line.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import { type ChargeKind, type TaxBasis, chargeKindLabels, taxNames } from '#vocabulary/price.ts'
import { contractStateWords } from '#vocabulary/states/contract.ts'
import { lineStateWords } from '#vocabulary/states/line.ts'
import { lineAad, openNickname, type Nicknamed } from './line-mapping.ts'
import { imeiAad } from './terminals.ts'
import { planName, priceLabel } from './wording.ts'

export const courseWords = { single: 'シングルコース', share: 'シェアコース' } as const
const stopWords = { unpaid: '料金の未払い', lost: '紛失・盗難', fraud: '不正な利用' } as const
export const actorWords = {
  member: 'ご本人',
  staff: '当社の担当者',
  system: '当社のシステム',
  carrier: '回線設備',
} as const

/** What a charge is for, as bills print it. */
export const chargeName = {
  title: '項目',
  show: (key: string | null, { kind }: { kind: ChargeKind }) =>
    key !== null && isPriceKey(key) ? priceLabel(key) : chargeKindLabels[kind],
}

const stopped = {
  title: '停止の理由',
  show: (reason: string | null) => (reason === null ? null : labelOf(stopWords, reason)),
}

export type CarrierSpeed = 'high' | 'low' | 'throttled'

/** A former row holds what was sealed for the line. */
const sealedInFormer = ({ line_id: lineId, former }: FormerLine) => [
  { value: former['number_sealed'], aad: lineAad.number(lineId) },
  { value: former['iccid_sealed'], aad: lineAad.iccid(lineId) },
  { value: former['nickname_sealed'], aad: lineAad.nickname(lineId) },
]
type FormerLine = { line_id: string; former: Readonly<Record<string, unknown>> }

export const contractTables = [
  table('contract', ofContract('ご契約', 'trade'), {
    account_id: key<string>(),
    plan_code: column<number>({ title: 'データ容量', show: planName }),
    course: column<Course>(said('コース', courseWords)),
    status: column<ContractState>(said('状態', contractStateWords)),
    suspension_reason: column<string | null>(stopped),
    applied_at: column<Temporal.Instant>('申し込み日時'),
    started_on: column<TokyoDate | null>('開始日'),
    document_received_on: column<TokyoDate | null>('契約書面の受取日'),
    ends_on: column<TokyoDate | null>('最終日'),
    /** Set while a bill is overdue. */
    unpaid_since: column<Temporal.Instant | null>('未払いになった日時'),
    /** Set while an heir's succession to it is open. */
    succession_since: column<Temporal.Instant | null>('承継のためにお手続きの受け付けを止めた日時'),
    /** Nothing is collected that was refused until then. */
    collection_paused_until: column<Temporal.Instant | null>('未払いのお手続きを止めている期限'),
    /** When an heir took it over: calls of before are nobody's to read. */
    succeeded_at: column<Temporal.Instant | null>('承継の日時'),
    version: internal<Generated<number>>(),
  }),
  /** Rows as they were before each change (contract/change.ts). */
  table('contract_version', ofContract('ご契約の変更の記録', 'trade'), {
    version: column<number>('版'),
    former: column<JSONColumnType<Record<string, unknown>>>(details('変更前の内容')),
    replaced_at: column<Temporal.Instant>('変更した日時'),
    replaced_by: column<Actor>(said('変更した人', actorWords)),
    /** Until when the former row counted, where that is not when it was replaced. */
    counts_from: column<Temporal.Instant | null>('変更が有効になった日時'),
    /** The member reads the case; the house knows the person. */
    staff_id: internal<string | null>(),
    case_no: column<string | null>('お問い合わせ番号'),
  }),
  table('line', ofContract('回線', 'trade'), {
    line_id: column<string>('回線の識別子'),
    carrier_ref: internal<string>(),
    position: column<number>('順番'),
    kind: column<LineKind>(said('SIMの種別', kindLabels)),
    sim_size: column<SimSize>(said('SIMのサイズ', simSizeLabels)),
    number_sealed: sealed<string, { line_id: string }>({
      aad: (row) => lineAad.number(row.line_id),
      title: '電話番号',
    }),
    number_index: internal<string>(),
    iccid_sealed: sealed<string, { line_id: string }>({
      aad: (row) => lineAad.iccid(row.line_id),
      title: 'SIMの製造番号（ICCID）',
    }),
    status: column<LineState>(said('状態', lineStateWords)),
    suspension_reason: column<string | null>(stopped),
    /** Of before names were sealed; empty from then on (migration 0069). */
    nickname: column<Generated<string>, Nicknamed>({
      title: '回線の名前',
      show: (_, row, { sealing }) => openNickname(row, sealing),
    }),
    /** Empty where the line has no name. */
    nickname_sealed: sealed<Generated<string>, { line_id: string }>({
      aad: (row) => lineAad.nickname(row.line_id),
      omit: 'internal',
    }),
    activated_on: column<TokyoDate | null>('開通日'),
    ends_on: column<TokyoDate | null>('最終日'),
    /** Its number left to another carrier on its last day. */
    ported_out_on: column<Generated<TokyoDate | null>>('転出した日'),
    high_speed_on: column<Generated<boolean>>('高速データ通信'),
    high_speed_changed_at: column<Temporal.Instant | null>('高速データ通信を切り替えた日時'),
    /** What the carrier has confirmed; differs from what is wanted while a request is on its way. */
    carrier_speed: column<Generated<CarrierSpeed>>(
      said('回線設備の速度', {
        high: '高速',
        low: '低速',
        throttled: '速度制限中',
      }),
    ),
    malware_block: column<Generated<boolean>>('マルウェアの通信を止める設定'),
    version: internal<Generated<number>>(),
  }),
  table('line_version', ofContract('回線の変更の記録', 'trade'), {
    line_id: column<string>('回線の識別子'),
    version: column<number>('版'),
    former: withSealed(
      sealedInFormer,
      column<JSONColumnType<Record<string, unknown>>, FormerLine>(details('変更前の内容')),
    ),
    replaced_at: column<Temporal.Instant>('変更した日時'),
    replaced_by: column<Actor>(said('変更した人', actorWords)),
    counts_from: column<Temporal.Instant | null>('変更が有効になった日時'),
    /** The member reads the case; the house knows the person. */
    staff_id: internal<string | null>(),
    case_no: column<string | null>('お問い合わせ番号'),
  }),
  /** Devices bought with the contract. */
  table('terminal', ofContract('ご購入の端末', 'trade'), {
    device_id: key<string>(),
    name: column<string>('端末'),
    imei_sealed: sealed<string, { device_id: string }>({
      aad: (row) => imeiAad(row.device_id),
      title: '製造番号（IMEI）',
    }),
    purchased_on: column<TokyoDate>('購入日'),
    price_yen: column<number>('価格（円）'),
    /** None when it was paid at once. */
    instalment_count: column<number | null>('分割の回数'),
    first_instalment_month: column<TokyoMonth | null>('最初の分割の月'),
    warranty_until: column<TokyoDate | null>('保証の最終日'),
    /** Where that is not the day it was bought. */
    delivered_on: column<Generated<TokyoDate | null>>('お届け日'),
    notice: column<string | null>('お知らせ'),
  }),
  /** What is taken off a fee of each month while it lasts. */
  table('discount', ofContract('割引', 'trade'), {
    discount_id: key<string>(),
    off: column<'base' | 'shareLine' | 'option'>(
      said('割引の対象', {
        base: '基本料金',
        shareLine: '2回線目以降の基本料金',
        option: 'オプション',
      }),
    ),
    /** Of a further line, or of a line's option; none for the base fee and for an option of the contract. */
    line_id: column<string | null>('回線の識別子'),
    option_code: column<OptionCode | null>('オプション'),
    amount_yen: column<number>('割引額（円）'),
    from_month: column<TokyoMonth>('最初の月'),
    to_month: column<TokyoMonth | null>('最後の月'),
    /** The campaign or decision it comes from. */
    source_ref: internal<string>(),
  }),
  /** Charges booked but not yet billed; the bill of `month` takes them up. */
  table('booked_charge', ofContract('記帳した料金', 'trade'), {
    charge_id: key<string>(),
    line_id: column<string | null>('回線の識別子'),
    kind: column<ChargeKind>(said('種類', chargeKindLabels)),
    /** None for interest and the like, which are no list price. */
    figure_key: column<string | null, { kind: ChargeKind }>(chargeName),
    quantity: column<number>('数量'),
    /** In the tax basis of `tax`. */
    amount_tenths_yen: column<number>(inYen('金額（円）')),
    tax: column<TaxBasis>(said('税', taxNames)),
    /** Decides the tax rate. */
    tax_on: column<TokyoDate>('税率を決める日'),
    /** The month in which what is given back was billed. */
    origin_month: column<TokyoMonth | null>('返金する料金の月'),
    rate_valid_from: column<TokyoDate | null>('料金表の日付'),
    month: column<TokyoMonth>('請求する月'),
    booked_at: column<Temporal.Instant>('記帳日時'),
    source_ref: internal<string>(),
  }),
  /** Who holds a contract, to be found again: one contract a person. */
  table('contract_holder', ofContract('一人一契約の控え', 'settings'), {
    person_index: internal<string>(),
    namesake_index: internal<string>(),
    /** None of a row that the version before has written, until the worker comes by. */
    name_index: internal<string | null>(),
    sound_index: internal<string | null>(),
    /**
     * Where no document is compared, kanji and kana can be changed together: staff look at who shares the birthday and
     * the telephone number, or the birthday and the address, with a holder (docs/decisions/083).
     */
    phone_index: internal<string | null>(),
    address_index: internal<string | null>(),
  }),
]
