import { details, held, inYen, labelOf, left, said } from '#backend/held.ts'
import { isPriceKey } from '#domain/catalogue/figure.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { chargeKindLabels, taxNames, type ChargeKind } from '#vocabulary/price.ts'
import { contractStateWords } from '#vocabulary/states/contract.ts'
import { lineStateWords } from '#vocabulary/states/line.ts'
import { lineAad, openNickname, openNumber } from './line-mapping.ts'
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
  show: ({ figure_key: key, kind }: { figure_key: string | null; kind: ChargeKind }) =>
    key !== null && isPriceKey(key) ? priceLabel(key) : chargeKindLabels[kind],
}

const stopped = {
  title: '停止の理由',
  show: ({ suspension_reason: reason }: { suspension_reason: string | null }) =>
    reason === null ? null : labelOf(stopWords, reason),
}

export const contractHeld = [
  held({
    table: 'contract',
    by: 'contract_id',
    title: 'ご契約',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      account_id: left.key,
      plan_code: { title: 'データ容量', show: (row) => planName(row.plan_code) },
      course: said('コース', 'course', courseWords),
      status: said('状態', 'status', contractStateWords),
      suspension_reason: stopped,
      applied_at: '申し込み日時',
      started_on: '開始日',
      document_received_on: '契約書面の受取日',
      ends_on: '最終日',
      unpaid_since: '未払いになった日時',
      succession_since: '承継のためにお手続きの受け付けを止めた日時',
      collection_paused_until: '未払いのお手続きを止めている期限',
      succeeded_at: '承継の日時',
      version: left.internal,
    },
  }),
  held({
    table: 'contract_version',
    by: 'contract_id',
    title: 'ご契約の変更の記録',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      version: '版',
      former: details('変更前の内容', 'former'),
      replaced_at: '変更した日時',
      replaced_by: said('変更した人', 'replaced_by', actorWords),
      counts_from: '変更が有効になった日時',
    },
  }),
  held({
    table: 'line',
    by: 'contract_id',
    title: '回線',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      line_id: '回線の識別子',
      carrier_ref: left.internal,
      position: '順番',
      kind: said('SIMの種別', 'kind', kindLabels),
      sim_size: said('SIMのサイズ', 'sim_size', simSizeLabels),
      number_sealed: { title: '電話番号', show: openNumber },
      number_index: left.internal,
      iccid_sealed: {
        title: 'SIMの製造番号（ICCID）',
        show: (row, sealing) => sealing.open(lineAad.iccid(row.line_id), row.iccid_sealed),
      },
      status: said('状態', 'status', lineStateWords),
      suspension_reason: stopped,
      nickname: { title: '回線の名前', show: openNickname },
      nickname_sealed: left.internal,
      activated_on: '開通日',
      ends_on: '最終日',
      ported_out_on: '転出した日',
      high_speed_on: '高速データ通信',
      high_speed_changed_at: '高速データ通信を切り替えた日時',
      carrier_speed: said('回線設備の速度', 'carrier_speed', {
        high: '高速',
        low: '低速',
        throttled: '速度制限中',
      }),
      malware_block: 'マルウェアの通信を止める設定',
      version: left.internal,
    },
  }),
  held({
    table: 'line_version',
    by: 'contract_id',
    title: '回線の変更の記録',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      line_id: '回線の識別子',
      version: '版',
      former: details('変更前の内容', 'former'),
      replaced_at: '変更した日時',
      replaced_by: said('変更した人', 'replaced_by', actorWords),
      counts_from: '変更が有効になった日時',
    },
  }),
  held({
    table: 'terminal',
    by: 'contract_id',
    title: 'ご購入の端末',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      device_id: left.key,
      name: '端末',
      imei_sealed: {
        title: '製造番号（IMEI）',
        show: (row, sealing) => sealing.open(imeiAad(row.device_id), row.imei_sealed),
      },
      purchased_on: '購入日',
      price_yen: '価格（円）',
      instalment_count: '分割の回数',
      first_instalment_month: '最初の分割の月',
      warranty_until: '保証の最終日',
      delivered_on: 'お届け日',
      notice: 'お知らせ',
    },
  }),
  held({
    table: 'discount',
    by: 'contract_id',
    title: '割引',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      discount_id: left.key,
      off: said('割引の対象', 'off', {
        base: '基本料金',
        shareLine: '2回線目以降の基本料金',
        option: 'オプション',
      }),
      line_id: '回線の識別子',
      option_code: 'オプション',
      amount_yen: '割引額（円）',
      from_month: '最初の月',
      to_month: '最後の月',
      source_ref: left.internal,
    },
  }),
  held({
    table: 'booked_charge',
    by: 'contract_id',
    title: '記帳した料金',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      charge_id: left.key,
      line_id: '回線の識別子',
      kind: said('種類', 'kind', chargeKindLabels),
      figure_key: chargeName,
      quantity: '数量',
      amount_tenths_yen: inYen('金額（円）', 'amount_tenths_yen'),
      tax: said('税', 'tax', taxNames),
      tax_on: '税率を決める日',
      origin_month: '返金する料金の月',
      rate_valid_from: '料金表の日付',
      month: '請求する月',
      booked_at: '記帳日時',
      source_ref: left.internal,
    },
  }),
]
