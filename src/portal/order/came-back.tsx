import { useSearchParams } from 'react-router'
import { Notice } from '#ui/notice.tsx'

type Outcome = { readonly title: string; readonly text: string }

const unregistered = 'カードの登録は、まだ済んでいません'

/** By the parameter that the way back has in its address; what is kept with the application is said by its step. */
const outcomes: Readonly<Record<string, Readonly<Record<string, Outcome>>>> = {
  card: {
    cancelled: {
      title: unregistered,
      text: 'カードは登録されていません。もう一度お試しください。',
    },
    failed: {
      title: unregistered,
      text: 'カードを登録できませんでした。カード会社で使えないとされたか、確認に時間がかかっています。別のカードにするか、時間をおいてお試しください。',
    },
  },
  identity: {
    unavailable: {
      title: '本人確認を始められませんでした',
      text: '本人確認のシステムにつながりませんでした。ここまでの内容は保存してあります。数分おいて、もう一度お試しください。',
    },
  },
  one_stop: {
    unavailable: {
      title: 'いまの会社のページを開けませんでした',
      text: 'いまの会社のシステムにつながりませんでした。ここまでの内容は保存してあります。数分おいて、もう一度「次へ」を押すか、ほかの方法を選んでください。',
    },
    nameDiffers: {
      title: 'いまの会社のご契約の名義が違います',
      text: '移せるのは、いまの会社のご契約者ご本人の電話番号だけです。いまの会社で名義をそろえてから、もう一度手続きしてください。新しい電話番号で申し込むこともできます。',
    },
    failed: {
      title: 'いまの会社での手続きの結果を受け取れませんでした',
      text: '手続きの時間が過ぎたか、前の画面から戻られたようです。もう一度手続きするか、ほかの方法を選んでください。',
    },
  },
}

/** Why a visit to another company's page failed, shown after the return. */
export function CameBack() {
  const [query] = useSearchParams()
  return [...query].flatMap(([name, value]) => {
    const outcome = outcomes[name]?.[value]
    return outcome === undefined ? (
      []
    ) : (
      <Notice key={name} tone="warning" title={outcome.title} role="status">
        {outcome.text}
      </Notice>
    )
  })
}
