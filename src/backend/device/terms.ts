import { optionTerms, type OptionTerms } from '#backend/option/public.ts'
import type { ClaimBasis } from '#vocabulary/device.ts'

/** The terms of repair and exchange; a test compares the version with their page. */
export const claimTerms: Readonly<Record<ClaimBasis, OptionTerms>> = {
  cover: optionTerms.deviceCover,
  exchangeOption: {
    version: '2.0',
    title: '端末交換オプション利用規約',
    path: '/agreement/device.html',
  },
}

/** Neither the cover nor the exchange option asks anything for a claim (article 6 of the one, 5 of the other). */
export const CLAIM_FEE_YEN = 0

/** Read before a claim is made. */
export const claimNotices: Readonly<Record<ClaimBasis, readonly string[]>> = {
  cover: [
    '自己負担金はかかりません。送料も当社が負担します。',
    '修理と交換のどちらで行うかは、端末の状態により当社が決めます。',
    '端末を送る前に、データの控えを取り、初期化し、画面ロックを解除してください。残ったデータは復元できません。',
    '交換のときは、交換品を受け取った日から14日以内に、故障した端末を返送してください。',
  ],
  exchangeOption: [
    '費用はかかりません。送料も当社が負担します。交換は1回までです。',
    '交換品は、新品または検査を終えた再生品です。色は選べないことがあります。',
    '返送の前に、データの控えを取り、初期化し、画面ロックとアクティベーションロックを解除してください。',
    '交換品を受け取った日から14日以内に、故障した端末を返送してください。',
  ],
}
