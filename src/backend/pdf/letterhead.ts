import type PdfFile from 'pdfkit'
import { brand } from '#brand'
import { light } from '#backend/mail/mail-look.ts'

const side = 26

/** The mark with the service's name, and its echo where the corner is free; no part of what is read aloud. */
export function letterhead(doc: InstanceType<typeof PdfFile>, hasEcho: boolean) {
  const { left, right, top } = doc.page.margins
  doc.markContent('Artifact', { type: 'Layout' })
  doc.lineWidth(0.75).strokeColor(light['ring-track'])
  for (const r of hasEcho ? [44, 70, 104, 146] : [])
    doc.circle(doc.page.width - right, 0, r).stroke()
  doc
    .save()
    .translate(left, top)
    .scale(side / 32)
  doc.lineWidth(2).strokeColor(light.brand)
  doc.circle(16, 16, 14).stroke()
  doc.circle(16, 20, 10).stroke()
  doc.circle(16, 24.5, 5.5).fill(light.accent)
  doc.restore()
  doc.font('bold').fontSize(12).fillColor(light.ink)
  doc.text(brand.service, left + side + 8, top + 5, { lineBreak: false })
  doc.endMarkedContent()
  doc.y = top + side + 16
}
