import { measuredSpeeds, type MeasuredSpeed } from '#brand'
import { escapeMarkup } from './escape-markup.ts'

/** The operator's own measurements by hour and area; nothing while there are none: what is to come is not announced. */
export function measuredSpeedTable(speeds: readonly MeasuredSpeed[] = measuredSpeeds): string {
  if (speeds.length === 0) return ''
  const rows = speeds.map((speed) => {
    const [hours, area, median, measured] = [
      speed.hours,
      speed.area,
      speed.median,
      speed.measured,
    ].map(escapeMarkup)
    return `<tr><th scope="row">${hours}</th><td>${area}</td><td class="amount">${median}</td><td>${measured}</td></tr>`
  })
  return [
    '<div class="table-scroll"><table class="table"><caption>当社が計測した速度の中央値</caption>',
    '<thead><tr><th scope="col">時間帯</th><th scope="col">地域</th><th scope="col">速度</th><th scope="col">計測</th></tr></thead>',
    `<tbody>${rows.join('')}</tbody></table></div>`,
  ].join('')
}
