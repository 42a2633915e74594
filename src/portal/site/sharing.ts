import { brand } from '#brand'

/** The parts of the site with a picture of their own (`public/og/<name>.png`, drawn by tools/draw-brand-images.ts). */
export const sharedParts = [
  { name: 'fee', title: '料金プラン', paths: ['/fee'] },
  { name: 'option', title: 'オプション', paths: ['/option'] },
  { name: 'order', title: '申し込みの流れ', paths: ['/order'] },
  { name: 'beginner', title: 'はじめての方へ', paths: ['/beginner', '/mnp'] },
  { name: 'terminal', title: '対応端末', paths: ['/doc/terminallist.html'] },
  { name: 'support', title: 'サポート', paths: ['/support', '/apn', '/app', '/doc'] },
  { name: 'talk', title: brand.talk, paths: ['/talk'] },
  { name: 'notice', title: 'お知らせ', paths: ['/info', '/history'] },
  { name: 'terms', title: '規約・約款', paths: ['/terms', '/agreement', '/legal'] },
] as const

/** The picture a page is shared with: that of its part of the site, else the operator's. */
export function pictureOf(path: string): string {
  const isIn = (part: string) => path === part || path.startsWith(`${part}/`)
  const part = sharedParts.find(({ paths }) => paths.some(isIn))
  return part ? `/og/${part.name}.png` : '/og-image.png'
}
