import type PdfFile from 'pdfkit'
import { brand } from '#brand'

/** The site's own (ui/tokens.css). */
export const colours = {
  ink: '#14211f',
  brand: '#0b5c60',
  accent: '#b8470f',
  'ring-track': '#d9e6e3',
} as const
const side = 26

/** The mark with the service's name, and its echo where the corner is free; no part of what is read aloud. */
export function letterhead(doc: InstanceType<typeof PdfFile>, hasEcho: boolean) {
  const { left, right, top } = doc.page.margins
  doc.markContent('Artifact', { type: 'Layout' })
  doc.lineWidth(0.75).strokeColor(colours['ring-track'])
  for (const r of hasEcho ? [44, 70, 104, 146] : [])
    doc.circle(doc.page.width - right, 0, r).stroke()
  doc
    .save()
    .translate(left, top)
    .scale(side / 32)
  doc.lineWidth(2).strokeColor(colours.brand)
  doc.circle(16, 16, 14).stroke()
  doc.circle(16, 20, 10).stroke()
  doc.circle(16, 24.5, 5.5).fill(colours.accent)
  doc.restore()
  doc.font('bold').fontSize(12).fillColor(colours.ink)
  doc.text(brand.service, left + side + 8, top + 5, { lineBreak: false })
  doc.endMarkedContent()
  doc.y = top + side + 16
}
