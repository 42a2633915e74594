import { useEffect, useState } from 'react'
import { ANNOUNCEMENT_SIZE, placeIdOf } from '#portal/shell/place.ts'

type Bar = { init: (options: { placeId: number; size: number }) => unknown }

const scripts = new Map<string, Promise<Bar>>()

/**
 * Loads the operator's script once and lets it fill the bar.
 * @throws when the script is missing or broken; never returns while it hangs.
 */
async function initialiseBar(scriptUrl: string, placeId: number): Promise<void> {
  const loading = scripts.get(scriptUrl) ?? loadBar(scriptUrl)
  scripts.set(scriptUrl, loading)
  const bar = await loading
  await bar.init({ placeId, size: ANNOUNCEMENT_SIZE })
}

function loadBar(scriptUrl: string): Promise<Bar> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    script.src = scriptUrl
    script.onload = () => {
      const bar: unknown = Reflect.get(window, 'AnnounceBar')
      if (isBar(bar)) resolve(bar)
      else reject(new Error('the announcement script brought no bar'))
    }
    script.onerror = () => reject(new Error('the announcement script did not load'))
    document.head.append(script)
  })
}

function isBar(value: unknown): value is Bar {
  return (
    typeof value === 'object' &&
    value !== null &&
    'init' in value &&
    typeof value.init === 'function'
  )
}

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
