import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { KnownStatus } from '#portal/context.ts'
import type { loader } from './board-data.ts'

/** What the page came with, or what is asked for once within the app. */
export function useBoard(first: KnownStatus | undefined): KnownStatus | undefined {
  const [given] = useState(first)
  const { load, data } = useFetcher<typeof loader>()
  useEffect(() => {
    if (!given) void load('/info/outage.json')
  }, [given, load])
  return given ?? data
}
