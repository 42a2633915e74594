/** The words of the fee tables; the figures come from the price book. */
export type Row = { label: string; key: string; note: string }

const row = (key: string, label: string, note: string): Row => ({ key, label, note })

export const lineKinds = [
  { kind: 'data', label: 'データ', heading: 'データ' },
  { kind: 'sms', label: 'データ＋SMS', heading: 'データ<br>＋SMS' },
  { kind: 'voice', label: '音声通話', heading: '音声通話' },
] as const

const carried = '購入した月の{{rule topupCarryMonths}}後の月末まで'
export const topups: Row[] = [
  row('topup.100mb', '100MB', carried),
  row('topup.500mb', '500MB', carried),
  row('topup.1gb', '1GB', carried),
  row('topup.1gbNoCarry', '1GB（当月限り）', '購入した月の月末まで'),
]

export const oneOffs: Row[] = [
  row('oneOff.simIssue', 'SIM発行手数料', '新しくSIMを発行するとき。1枚ごと'),
  row('oneOff.simPreparation', 'SIM準備料', 'SIM発行手数料と合わせて。1枚ごと'),
  row(
    'oneOff.simChange',
    'SIMサイズ変更・再発行手数料',
    'SIMカードのサイズを変えるとき、なくしたとき',
  ),
  row(
    'oneOff.simChangePreparation',
    'SIM準備料（サイズ変更・再発行）',
    'サイズ変更・再発行手数料と合わせて',
  ),
  row(
    'oneOff.esimReissue',
    'eSIM再発行手数料',
    '機種変更などでeSIMをもう一度発行するとき。SIM準備料はかかりません',
  ),
  row('oneOff.kindChange', 'SIM種別変更手数料', 'データ、データ＋SMS、音声通話の間で変えるとき'),
  row('oneOff.kindChangePreparation', 'SIM準備料（種別変更）', '種別変更手数料と合わせて'),
  row('oneOff.planSizeChange', 'データ容量の変更', '何度変えてもかかりません'),
  row('oneOff.paperDocument', '契約書面の郵送', '紙で受け取るとき。1回ごと'),
  row('oneOff.cancellation', '解約', '違約金も手数料もありません'),
  row('oneOff.portOutWeb', '他社への乗り換え（MNP転出）', 'マイページでの手続き'),
  row('oneOff.handover', '回線をご家族にゆずる、譲り受ける', 'どちらの方も。SIMはそのまま使います'),
  row(
    'oneOff.initialCancellation',
    '初期契約解除',
    'SIMを発行したとき。何回線でも、ご契約全体で1回だけ',
  ),
]

export const options: Row[] = [
  row(
    'option.tenMinuteCalls',
    '10分かけ放題',
    '国内への1回{{rule tenMinuteCallsFree}}までの通話。音声通話SIM',
  ),
  row('option.voicemail', '留守番電話', '音声通話SIM'),
  row('option.callWaiting', '割込通話', '音声通話SIM'),
  row('option.forwarding', '転送電話', '音声通話SIM。転送先までの通話料は別'),
  row('option.internationalCallStop', '国際電話の発信停止', '音声通話SIM'),
  row('option.deviceCover', 'つながる端末保証', '1回線に1台'),
  row('option.security', 'セキュリティ', '1回線ごと'),
  row('option.filtering', 'フィルタリング', '1回線ごと。18歳未満の方が使う回線'),
  row('option.remoteSupport', 'リモートサポート', '契約ごと'),
  row('option.magazines', 'タブホ（雑誌読み放題）', '契約ごと'),
  row('option.publicWifi', '公衆Wi-Fi', '契約ごと'),
]

export const voiceRates: Row[] = [
  row('voice.per30s', '国内通話', '30秒ごと。端末の電話アプリからの発信'),
  row('talk.per30s', '{{brand.talk}}での国内通話', '30秒ごと。専用アプリからの発信'),
]

export const fees: Row[] = [
  row('fee.universal', 'ユニバーサルサービス料', '電話番号ごと・月額'),
  row('fee.relay', '電話リレーサービス料', '電話番号ごと・月額'),
  row('fee.broadbandUniversal', 'ブロードバンドユニバーサルサービス料', '回線ごと・月額'),
]
