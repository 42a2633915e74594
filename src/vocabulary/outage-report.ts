/** What is to be said of an accident, to whom and by when (電気通信事業法 第28条, and the guideline on informing users). */
export const reportKinds = {
  firstWords: '会員への最初の知らせ',
  firstReport: '総務省への第一報',
  detail: '総務省への詳しい報告',
} as const

export type ReportKind = keyof typeof reportKinds
