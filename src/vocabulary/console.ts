/**
 * The words of the staff's console: who works there, what can be done, for which reason a member's record is opened,
 * and the queues of work. Which role may do what stands in `src/domain/console/acts.ts`.
 */

/** Roles come from groups of the directory (`CONSOLE_GROUPS` names them); the console gives none. In a small house one person has several. */
export const staffRoles = {
  desk: '受付',
  procedures: '手続き',
  billing: '請求',
  fraud: '不正対策',
  planning: '広報・企画',
  lead: '責任者',
  privacy: '個人情報・監査',
  operations: '運用',
} as const

export type StaffRole = keyof typeof staffRoles

/** Everything that can be done in the console, with the words under which it stands in the records. */
export const consoleActs = {
  'ticket.work': 'お問い合わせの対応',
  'member.find': '会員をさがす',
  'member.open': '会員の記録を開く',
  'reveal.contact': '連絡先を表示する',
  'reveal.identity': '本人確認の内容を表示する',
  'secrecy.byCode': '通信の記録を会員の番号で開く',
  'secrecy.legal': '通信の記録を法令の書面で開く',
  'caller.prove': '電話の相手を確認する',
  'link.send': '手続きの案内を送る',
  'behalf.act': '会員に代わって手続きする',
  'hold.confirm': '保留の手続きを確認する',
  'line.stop': '紛失した回線を止める',
  'logins.end': '会員のログインを終わらせる',
  'cancellation.letter': '書面による初期契約解除を受け付ける',
  'line.freeze': '回線を利用停止にする',
  'line.unfreeze': '回線の利用停止を解く',
  'identity.ask': '本人確認のやり直しをお願いする・お断りする',
  'identity.approve': '本人確認を承認する',
  'application.decide': 'お申し込みを審査する',
  'claim.work': '修理・交換の請求を進める',
  'succession.ask': '承継の書類をお願いする・お断りする',
  'succession.accept': '承継を承認する',
  'refund.again': '返金をもう一度カードに依頼する',
  'points.again': 'ポイントの依頼をもう一度送る',
  'refund.transferred': '振り込みでの返金を記録する',
  'compensation.enter': '補償を登録する',
  'exchange.again': '外部への依頼をもう一度送る',
  'message.again': '連絡をもう一度送る',
  'exchange.record': '回線網の書面による回答を記録する',
  'bill.repair': '請求を確定しなおす',
  'finding.settle': '確認事項を処理する',
  'outage.post': '障害を掲載する',
  'notice.post': 'お知らせを掲載する',
  'ticket.legal': '行政・センターからの照会に答える',
  'access.review': '閲覧を点検する',
  'audit.search': '監査の記録をさがす',
  'audit.verify': '監査の記録を検証する',
  'staffLogin.end': 'スタッフのログインを終わらせる',
} as const

export type ConsoleAct = keyof typeof consoleActs

/** does: alone; proposes: another person has to approve; approves: what another person proposed. */
export type ActWay = 'does' | 'proposes' | 'approves'

/** Why a member's record is opened. Free text would invite words that say nothing. */
export const caseReasons = {
  contact: 'お客さまからのお問い合わせ',
  work: '業務の処理',
  fault: '不具合・障害の調査',
  safety: '不正利用・安全の確認',
  legal: '法令にもとづく照会',
  review: '点検・監査',
} as const

export type CaseReason = keyof typeof caseReasons

/** How a case reached the house. */
export const ticketChannels = {
  telephone: '電話',
  mypage: 'マイページ',
  letter: '書面',
  form: 'お問い合わせフォーム',
  consumerCentre: '消費生活センター',
  ministry: '総務省',
  internal: '社内',
} as const

export type TicketChannel = keyof typeof ticketChannels

/** What a grant shows, part by part; each is noted once for each grant before its data leaves. */
export const recordParts = {
  summary: '概要',
  lines: '回線',
  orders: '手続き',
  billing: '請求',
  data: 'データ量',
  contact: '連絡',
  device: '端末・ログイン',
  record: '記録',
  calls: '通話の明細',
  dailyUse: '日ごとの利用量',
  seenDevice: '利用中の端末',
} as const

export type RecordPart = keyof typeof recordParts

/** The queues of work; a queue is a query, only tickets and approvals are stored. */
export const workQueues = {
  identity: '本人確認',
  application: 'お申し込み',
  succession: '承継',
  claim: '修理・交換',
  refund: '返金',
  answer: '回答待ち',
  order: '手続きの遅れ',
  usage: '利用量の差',
  bill: '請求の未確定',
  unpaid: '未払い',
  message: '届かない連絡',
  hold: '保留・停止',
  ticket: 'お問い合わせ',
  approval: '承認待ち',
} as const

export type WorkQueue = keyof typeof workQueues
