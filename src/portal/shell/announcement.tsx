import { useEffect, useState } from 'react'
import { initialiseBar } from '#portal/shell/announcement-bar.ts'
import { placeIdOf } from '#portal/shell/place.ts'

/**
 * The announcement bar (spec 7.2). Its height is reserved: whether the operator's script brings three items, none, or
 * never answers, nothing below moves, and the link to all notices is there from the start.
 */
export function Announcement({ scriptUrl, path }: { scriptUrl: string; path: string }) {
  const placeId = placeIdOf(path)
  const [isFailed, setFailed] = useState(false)

  useEffect(() => {
    let isCurrent = true
    initialiseBar(scriptUrl, placeId).catch(() => isCurrent && setFailed(true))
    return () => {
      isCurrent = false
    }
  }, [scriptUrl, placeId])

  return (
    <aside className="announce" aria-label="お知らせ">
      <div className="announce__inner">
        <a href="/info">
          お知らせ<span className="announce__all">の一覧を見る</span>
        </a>
        <div id="announce-bar" key={placeId} hidden={isFailed} />
      </div>
    </aside>
  )
}
