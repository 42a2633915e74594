import { type LineKind, kindLabels } from '#vocabulary/line.ts'
import { abroadDestinations } from '#domain/catalogue/abroad.ts'
import type { PriceKey } from '#domain/catalogue/figure.ts'
import { isOptionCode, options } from '#domain/catalogue/option.ts'
import { isPlanCode, planOn } from '#domain/catalogue/plan.ts'
import { earliestPrice } from '#domain/catalogue/price.ts'

const fixedLabels: Partial<Record<PriceKey, string>> = {
  'topup.100mb': 'データチャージ 100MB',
  'topup.500mb': 'データチャージ 500MB',
  'topup.1gb': 'データチャージ 1GB',
  'topup.1gbNoCarry': 'データチャージ 1GB（当月限り）',
  'oneOff.simIssue': 'SIM発行手数料',
  'oneOff.simPreparation': 'SIM準備料',
  'oneOff.simChange': 'SIMサイズ変更・再発行手数料',
  'oneOff.simChangePreparation': 'SIM準備料',
  'oneOff.esimReissue': 'eSIM再発行手数料',
  'oneOff.kindChange': 'SIM種別変更手数料',
  'oneOff.kindChangePreparation': 'SIM準備料',
  'oneOff.planSizeChange': 'データ容量変更手数料',
  'oneOff.paperDocument': '契約書面の郵送手数料',
  'oneOff.cancellation': '解約手数料',
  'oneOff.portOutWeb': 'MNP転出手数料',
  'oneOff.handover': '回線の譲渡手数料',
  'oneOff.initialCancellation': '初期契約解除の手数料（ご契約全体で1回）',
  'voice.per30s': '国内通話料',
  'talk.per30s': '通話アプリ経由の通話料',
  'sms.abroad': '国際SMS',
  'fee.universal': 'ユニバーサルサービス料',
  'fee.relay': '電話リレーサービス料',
  'fee.broadbandUniversal': 'ブロードバンドユニバーサルサービス料',
}

/** The name of a row of the price list, as bills and estimates print it. */
export function priceLabel(key: PriceKey): string {
  const fixed = fixedLabels[key]
  if (fixed !== undefined) return fixed
  const [family = '', name = '', kind = ''] = key.split('.')
  if (family === 'plan' && isPlanCode(Number(name)) && isLineKind(kind))
    return `基本料金 ${planName(Number(name))}（${kindLabels[kind]}）`
  if (family === 'share' && isLineKind(name)) return `2回線目以降の基本料金（${kindLabels[name]}）`
  if (family === 'option' && isOptionCode(name)) return options[name].name
  const abroad = abroadDestinations.find(({ code }) => family === 'abroad' && code === name)
  if (abroad !== undefined) return `国際電話（${abroad.name}）`
  return family === 'sms' ? `国内SMS（${name}文字まで）` : key
}

export function planName(code: number): string {
  return isPlanCode(code) ? planOn(code, earliestPrice).name : String(code)
}

function isLineKind(text: string): text is LineKind {
  return text === 'data' || text === 'sms' || text === 'voice'
}
