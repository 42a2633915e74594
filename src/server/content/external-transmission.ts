import { escapeMarkup } from './escape-markup.ts'

/** One thing the browser is told to send to somebody else's server. */
export type Transmission = {
  service: string
  recipient: string
  sent: string
  ourPurpose: string
  recipientPurpose: string
  when: string
}

/** All that this build can make a browser send (Telecommunications Business Act art. 27-12: what, to
 * whom, and the purpose on both sides). A new script or beacon needs its row here. */
export const transmissions: Transmission[] = [
  {
    service: '共通メニューの表示（navi.css）',
    recipient: '{{brand.providerCompany}}（共通メニューの配信）',
    sent: 'このサイトのドメイン名、ブラウザーと端末の種類、IPアドレス',
    ourPurpose: 'ページの上と下にある、{{brand.provider}}共通のメニューの体裁を整えるため',
    recipientPurpose: '体裁のファイルの配信と、配信が正しく行われたかの確認',
    when: '共通メニューを表示するページを開いたとき',
  },
  {
    service: 'お知らせバー（bar.jsとお知らせの取得）',
    recipient: '{{brand.providerCompany}}（お知らせの配信）',
    sent: '表示する場所の番号と件数、このサイトのドメイン名、ブラウザーと端末の種類、IPアドレス',
    ourPurpose: '障害やメンテナンスなど、そのページに合ったお知らせを表示するため',
    recipientPurpose: 'お知らせの配信と、配信が正しく行われたかの確認',
    when: 'お知らせバーを表示するページを開いたとき',
  },
  {
    service: 'エラーの収集',
    recipient: '{{brand.errorReportRecipient}}',
    sent: 'エラーの内容と発生した場所、ページのURL（「?」より後を除きます）、ブラウザーと端末の種類、IPアドレス',
    ourPurpose: '不具合を見つけて直すため',
    recipientPurpose: '当社の委託を受けた保管と集計。それ以外には使いません',
    when: '画面の表示や操作の途中でエラーが起きたとき',
  },
  {
    service: '動作記録（ログ）の収集',
    recipient: '{{brand.logRecipient}}',
    sent: '記録の内容、時刻、重要度、プログラム内の場所、このサイトのドメイン名、ブラウザーと端末の種類、IPアドレス',
    ourPurpose: '不具合の原因を調べるため',
    recipientPurpose: '当社の委託を受けた保管。それ以外には使いません',
    when: '画面のプログラムが警告や異常を記録したとき',
  },
]

const columns: [keyof Transmission, string][] = [
  ['recipient', '送信先'],
  ['sent', '送信される情報'],
  ['ourPurpose', '当社の利用目的'],
  ['recipientPurpose', '送信先での利用目的'],
  ['when', '送信されるとき'],
]

export function transmissionTable(rows: Transmission[] = transmissions): string {
  return rows
    .map((row) => {
      const items = columns.map(
        ([key, label]) => `<div><dt>${label}</dt><dd>${escapeMarkup(row[key])}</dd></div>`,
      )
      return `<h3>${escapeMarkup(row.service)}</h3>\n<dl class="summary-list">\n${items.join('\n')}\n</dl>`
    })
    .join('\n')
}
