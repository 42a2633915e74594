import { yenText, type PriceBook } from './figures.ts'

/** The first bill as a list: every month's part, what is charged once, and their sum; then when it is charged. */
export function firstBillList(book: PriceBook): string {
  const { monthYen, totalYen } = book.firstBill()
  const once = (key: string) => yenText(book.rate(key)?.tenthsYen ?? 0)
  return [
    '<div class="card bill-list">',
    '<h3>これからも毎月</h3>',
    `<dl class="charges"><div><dt>月額料金（31日のうち21日分）と、各社共通の料金</dt><dd>${yenText(monthYen * 10)}</dd></div></dl>`,
    `<dl class="charges"><div><dt>使い始めた月のデータ（日割り）</dt><dd>${book.firstData(13, 11, 31) ?? ''}</dd></div></dl>`,
    '<h3>最初の1回だけ</h3>',
    '<dl class="charges">',
    `<div><dt>SIM発行手数料</dt><dd>${once('oneOff.simIssue')}</dd></div>`,
    `<div><dt>SIM準備料</dt><dd>${once('oneOff.simPreparation')}</dd></div>`,
    `<div class="charges__sum"><dt>最初の請求（税込）</dt><dd>${yenText(totalYen * 10)}</dd></div>`,
    '</dl>',
    '<ol class="dates"><li><b>11日</b>使い始める</li><li><b>翌月1日</b>金額が決まる</li><li><b>翌月{{rule chargeDay}}</b>カードに請求</li></ol>',
    '</div>',
  ].join('\n')
}
