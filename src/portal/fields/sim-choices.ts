import { kindLabels, simSizeLabels, type LineKind, type SimSize } from '#vocabulary/line.ts'

export const kinds = ['voice', 'sms', 'data'] as const satisfies readonly LineKind[]
export const sizes = ['esim', 'nano', 'micro', 'standard'] as const satisfies readonly SimSize[]

const kindHints: Readonly<Record<LineKind, string>> = {
  voice: '電話番号で通話できます。',
  sms: 'SMSを送受信できます。通話はできません。',
  data: 'データ通信だけに使います。タブレットやモバイルルーター向けです。',
}

const sizeHints: Readonly<Record<SimSize, string>> = {
  esim: '端末に内蔵のSIMに書き込みます。配送を待たずに使えます。',
  nano: '12.3 × 8.8 mm。最近のスマートフォンはこの大きさです。',
  micro: '15 × 12 mm。少し前の端末で使われています。',
  standard: '25 × 15 mm。古い端末や一部の機器で使われています。',
}

export const kindOptions = kinds.map((kind) => ({
  value: kind,
  label: kindLabels[kind],
  hint: kindHints[kind],
}))

export const sizeOptions = sizes.map((size) => ({
  value: size,
  label: simSizeLabels[size],
  hint: sizeHints[size],
}))

/** EIDは、見るだけでは打ち間違いに気づけない: shown in groups of four. */
export const groupedEid = (eid: string) => eid.replace(/(\d{4})(?=\d)/g, '$1 ')
