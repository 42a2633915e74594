import { sourceTexts, withEdits } from './html-tree.ts'

/** What a reader takes in as one: a date, a price with its tax, a count of months, a word the browser's own reading would cut. */
const unit = new RegExp(
  [
    String.raw`(?:\d{4}年)?\d{1,2}月\d{1,2}日(?:（[日月火水木金土]）)?`,
    String.raw`\d{4}年\d{1,2}月`,
    String.raw`[\d,.]+円（(?:税込|税抜|消費税対象外)）`,
    String.raw`0\d{1,3}-\d{2,4}-\d{3,4}`,
    String.raw`[\d,.]+ ?(?:GB|MB|kB|kbps|Mbps|か月|日間?|時間?|分|秒|年間?|歳|円|回線|番号|桁|枚|通|台|件|回|つ|文字|階)(?![A-Za-z])`,
    'Wi-Fi',
    '(?:一括|分割)払い',
    '(?:ワンストップ|ベストエフォート)方式',
    'データ＋SMS',
    '(?:音声通話|データ)SIM',
    '利用分から',
    '（サイズ変更・再発行）',
    'お問い合わせ先?',
  ].join('|'),
  'g',
)

/** Text inside these is no text of the page's own lines. */
const closed = new Set(['svg', 'option', 'title', 'script', 'style'])

/** The one name that is longer than a phone's line breaks between its words, and not where the browser would. */
const loosen = (text: string) =>
  text.replaceAll(
    'ブロードバンドユニバーサルサービス料',
    '<span class="whole">ブロードバンド</span><wbr><span class="whole">ユニバーサルサービス料</span>',
  )

/** Japanese may break a line nearly anywhere; the units above stay on one. */
export function keepTogether(html: string): string {
  const edits = sourceTexts(html)
    .filter(({ inside }) => !inside.some((element) => closed.has(element.tagName)))
    .map(({ start, end, text }) => ({
      start,
      end,
      text: loosen(text.replace(unit, '<span class="nowrap">$&</span>')),
    }))
  return withEdits(html, edits)
}
