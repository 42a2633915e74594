/** The words of the fee tables; the figures come from the price book. */
export type Row = { label: string; key: string; note: string }

export const lineKinds = [
  { kind: 'data', label: 'データ', heading: 'データ' },
  { kind: 'sms', label: 'データ＋SMS', heading: 'データ<br>＋SMS' },
  { kind: 'voice', label: '音声通話', heading: '音声通話' },
] as const

const carried = '購入した月の{{rule topupCarryMonths}}後の月末まで'
export const topups: Row[] = [
  { key: 'topup.100mb', label: '100MB', note: carried },
  { key: 'topup.500mb', label: '500MB', note: carried },
  { key: 'topup.1gb', label: '1GB', note: carried },
  { key: 'topup.1gbNoCarry', label: '1GB（当月限り）', note: '購入した月の月末まで' },
]

export const oneOffs: Row[] = [
  { key: 'oneOff.simIssue', label: 'SIM発行手数料', note: '新しくSIMを発行するとき。1枚ごと' },
  { key: 'oneOff.simPreparation', label: 'SIM準備料', note: 'SIM発行手数料と合わせて。1枚ごと' },
  {
    key: 'oneOff.simChange',
    label: 'SIMサイズ変更・再発行手数料',
    note: 'SIMカードのサイズを変えるとき、なくしたとき',
  },
  {
    key: 'oneOff.simChangePreparation',
    label: 'SIM準備料（サイズ変更・再発行）',
    note: 'サイズ変更・再発行手数料と合わせて',
  },
  {
    key: 'oneOff.esimReissue',
    label: 'eSIM再発行手数料',
    note: '機種変更などでeSIMをもう一度発行するとき。SIM準備料はかかりません',
  },
  {
    key: 'oneOff.kindChange',
    label: 'SIM種別変更手数料',
    note: 'データ、データ＋SMS、音声通話の間で変えるとき',
  },
  {
    key: 'oneOff.kindChangePreparation',
    label: 'SIM準備料（種別変更）',
    note: '種別変更手数料と合わせて',
  },
  { key: 'oneOff.planSizeChange', label: 'データ容量の変更', note: '何度変えてもかかりません' },
  { key: 'oneOff.paperDocument', label: '契約書面の郵送', note: '紙で受け取るとき。1回ごと' },
  { key: 'oneOff.cancellation', label: '解約', note: '違約金も手数料もありません' },
  {
    key: 'oneOff.portOutWeb',
    label: '他社への乗り換え（MNP転出）',
    note: 'マイページでの手続き',
  },
  {
    key: 'oneOff.handover',
    label: '回線をご家族にゆずる、譲り受ける',
    note: 'どちらの方も。SIMはそのまま使います',
  },
  {
    key: 'oneOff.initialCancellation',
    label: '初期契約解除',
    note: 'SIMを発行したとき。何回線でも、ご契約全体で1回だけ',
  },
]

export const options: Row[] = [
  {
    key: 'option.tenMinuteCalls',
    label: '10分かけ放題',
    note: '国内への1回{{rule tenMinuteCallsFree}}までの通話。音声通話SIM',
  },
  { key: 'option.voicemail', label: '留守番電話', note: '音声通話SIM' },
  { key: 'option.callWaiting', label: '割込通話', note: '音声通話SIM' },
  { key: 'option.forwarding', label: '転送電話', note: '音声通話SIM。転送先までの通話料は別' },
  {
    key: 'option.internationalCallStop',
    label: '国際電話の発信停止',
    note: '音声通話SIM',
  },
  { key: 'option.deviceCover', label: 'つながる端末保証', note: '1回線に1台' },
  { key: 'option.security', label: 'セキュリティ', note: '1回線ごと' },
  { key: 'option.filtering', label: 'フィルタリング', note: '1回線ごと。18歳未満の方が使う回線' },
  { key: 'option.remoteSupport', label: 'リモートサポート', note: '契約ごと' },
  { key: 'option.magazines', label: 'タブホ（雑誌読み放題）', note: '契約ごと' },
  { key: 'option.publicWifi', label: '公衆Wi-Fi', note: '契約ごと' },
]

export const voiceRates: Row[] = [
  { key: 'voice.per30s', label: '国内通話', note: '30秒ごと。端末の電話アプリからの発信' },
  {
    key: 'talk.per30s',
    label: '{{brand.talk}}での国内通話',
    note: '30秒ごと。専用アプリからの発信',
  },
]

export const fees: Row[] = [
  { key: 'fee.universal', label: 'ユニバーサルサービス料', note: '電話番号ごと・月額' },
  { key: 'fee.relay', label: '電話リレーサービス料', note: '電話番号ごと・月額' },
  {
    key: 'fee.broadbandUniversal',
    label: 'ブロードバンドユニバーサルサービス料',
    note: '回線ごと・月額',
  },
]
