/** What a day's use adds up to in a month; the amounts are those of /beginner/datatraffic.html. */
export type UsageExample = {
  plan: number
  /** What people do who take this size; only where a card shows it. */
  title?: string
  text: string
  pages: number
  musicMinutes?: number
  videoMinutes?: number
  sharpVideoMinutes?: number
}

export const usageExamples: readonly UsageExample[] = [
  { plan: 11, title: '連絡と地図', text: 'メッセージと、ウェブを1日10ページ', pages: 10 },
  {
    plan: 13,
    title: 'ウェブと音楽',
    text: 'ウェブを1日15ページ、音楽を1時間',
    pages: 15,
    musicMinutes: 60,
  },
  { plan: 15, text: 'ウェブを15ページ、動画を1日15分', pages: 15, videoMinutes: 15 },
  {
    plan: 18,
    title: '動画も少し',
    text: 'ウェブを15ページ、動画を1日30分',
    pages: 15,
    videoMinutes: 30,
  },
  { plan: 20, text: 'ウェブを15ページ、動画を1日35分', pages: 15, videoMinutes: 35 },
  {
    plan: 25,
    title: '動画を毎日',
    text: 'ウェブを15ページ、動画を1日1時間',
    pages: 15,
    videoMinutes: 60,
  },
  { plan: 30, text: 'ウェブを15ページ、動画を1日1時間20分', pages: 15, videoMinutes: 80 },
  { plan: 40, text: 'ウェブを15ページ、高画質の動画を1日45分', pages: 15, sharpVideoMinutes: 45 },
]
