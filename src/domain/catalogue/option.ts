import type { OptionCode } from '#vocabulary/option.ts'
import { type LineKind, lineKinds } from '#vocabulary/line.ts'
import type { PriceKey } from './figure.ts'

/** Voice options, support options and the services of the provider's group. */
export type OptionFamily = 'voice' | 'support' | 'group'

export type Option = {
  readonly code: OptionCode
  readonly family: OptionFamily
  /** Japanese name on every screen and bill. */
  readonly name: string
  readonly scope: 'line' | 'contract'
  /** The kinds of line that can carry it. */
  readonly kinds: readonly LineKind[]
  readonly priceKey: PriceKey
}

const voice = ['voice'] as const

/** ours: the options on sale. */
export const options: Readonly<Record<OptionCode, Option>> = {
  tenMinuteCalls: option('tenMinuteCalls', 'voice', '10分かけ放題', 'line', voice),
  voicemail: option('voicemail', 'voice', '留守番電話', 'line', voice),
  callWaiting: option('callWaiting', 'voice', '割込通話', 'line', voice),
  forwarding: option('forwarding', 'voice', '転送電話', 'line', voice),
  internationalCallStop: option(
    'internationalCallStop',
    'voice',
    '国際電話の発信停止',
    'line',
    voice,
  ),
  deviceCover: option('deviceCover', 'support', 'つながる端末保証', 'line', lineKinds),
  security: option('security', 'support', 'セキュリティ', 'line', lineKinds),
  remoteSupport: option('remoteSupport', 'support', 'リモートサポート', 'contract', lineKinds),
  magazines: option('magazines', 'group', 'タブホ', 'contract', lineKinds),
  publicWifi: option('publicWifi', 'group', '公衆Wi-Fi', 'contract', lineKinds),
}

export function isOptionCode(text: string): text is OptionCode {
  return Object.hasOwn(options, text)
}

function option(
  code: OptionCode,
  family: OptionFamily,
  name: string,
  scope: Option['scope'],
  kinds: readonly LineKind[],
): Option {
  return { code, family, name, scope, kinds, priceKey: `option.${code}` }
}
