import { brand } from '#brand'
import type { LineRow } from '#backend/contract/contracts.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { chargeOf, type Charge } from '#domain/billing/charge.ts'
import { smsSteps } from '#domain/catalogue/call-prices.ts'
import type { PriceKey } from '#domain/catalogue/figure.ts'
import { procedureFeeKeys } from '#domain/catalogue/one-off-prices.ts'
import { hasChargedNumber } from '#domain/catalogue/plan.ts'
import type { Block } from '#backend/pdf/content.ts'
import {
  chargeRows,
  priceRow,
  priceWords,
  rateOf,
  taxWords,
  type PricesOfDay,
} from './price-rows.ts'

export function monthlyBlock(charges: readonly Charge[], prices: PricesOfDay): Block {
  return {
    heading: '毎月の料金',
    rows: chargeRows(charges, prices, '合計（1か月）'),
    paragraphs: [
      `${taxWords}${formatDay(prices.on)}の料金です。`,
      '消費税は、請求ごとに合計から計算して1円未満を切り捨てるため、各行の合計と1円違うことがあります。',
      '利用開始の月の基本料金とデータ容量は、利用開始日からの日割りです。通話料、SMSの送信料、データチャージは別にかかります。',
    ],
  }
}

/** Rates of use, of what the lines can do. */
export function callBlock(lines: readonly LineRow[], prices: PricesOfDay): Block {
  const speaks = lines.some(({ kind }) => kind === 'voice')
  if (!lines.some(({ kind }) => hasChargedNumber(kind)))
    return {
      heading: '通話とSMSの料金',
      paragraphs: ['データSIMのため、音声通話とSMSはご利用いただけません。'],
    }
  const steps = smsSteps.map(
    (step) => `${step}文字まで${priceWords(rateOf(`sms.${step}`, prices), prices)}`,
  )
  const perHalfMinute = (key: PriceKey) => `${priceWords(rateOf(key, prices), prices)}／30秒`
  return {
    heading: '通話とSMSの料金',
    rows: [
      ...(speaks
        ? [
            { label: '国内通話', value: perHalfMinute('voice.per30s') },
            {
              label: `${brand.talk}からの発信`,
              value: perHalfMinute('talk.per30s'),
            },
          ]
        : []),
      { label: 'SMSの送信（国内）', value: `1通あたり：${steps.join('、')}` },
      {
        label: 'SMSの送信（海外へ）',
        value: `1通${priceWords(rateOf('sms.abroad', prices), prices)}`,
      },
    ],
    paragraphs: [
      ...(speaks
        ? [
            '0120と0800で始まる番号への通話は無料です。国際電話には、国や地域ごとの料金（消費税対象外）がかかります。',
          ]
        : ['データ＋SMSの回線では、音声通話はご利用いただけません。']),
      'SMSの受信は無料です。金額は税込です（消費税対象外のものを除く）。',
    ],
  }
}

/** The costs at the start: once for every SIM; a line that is taken over brings its own. */
export function startBlock(sims: number, prices: PricesOfDay): Block {
  const keys: readonly PriceKey[] =
    sims === 0 ? ['oneOff.handover'] : ['oneOff.simIssue', 'oneOff.simPreparation']
  const charges = keys.map((key) => chargeOf('oneOff', rateOf(key, prices), Math.max(1, sims)))
  return {
    heading: '最初にかかる費用',
    rows: chargeRows(charges, prices, '合計（初回のみ）'),
    paragraphs: [`${taxWords}最初の請求に合算します。`],
  }
}

const topUpKeys = ['topup.100mb', 'topup.500mb', 'topup.1gb', 'topup.1gbNoCarry'] as const

export function feeBlock(prices: PricesOfDay): Block {
  const withPreparation = (fee: PriceKey, preparation: PriceKey) => {
    const row = priceRow(fee, prices)
    return { ...row, value: `${row.value}と、SIM準備料${priceRow(preparation, prices).value}` }
  }
  return {
    heading: '手続きの手数料',
    rows: [
      withPreparation('oneOff.simChange', 'oneOff.simChangePreparation'),
      withPreparation('oneOff.kindChange', 'oneOff.kindChangePreparation'),
      ...procedureFeeKeys.map((key) => priceRow(key, prices)),
    ],
    paragraphs: [`${taxWords}お手続きのたびにかかります。`],
  }
}

export function topUpBlock(prices: PricesOfDay): Block {
  return {
    heading: 'データチャージの料金',
    rows: topUpKeys.map((key) => priceRow(key, prices)),
    paragraphs: [`${taxWords}ご購入いただいたときだけかかります。`],
  }
}
