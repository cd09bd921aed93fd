import { clubAccent } from '@outlast/contract/club-accent'
import { seasonTopic, weekTopic } from '@outlast/contract/live'
import { type Scene, SCENES } from '@outlast/domain/rules'
import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useHeldFor } from '../../lib/use-held-for.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { useFormerSeason } from '../../pool/champion/use-former-season.ts'
import { areInStep, currentWeek, factsOf, type ScreenViews } from './facts.ts'
import { Frame } from './frame.tsx'
import { InitialsContext } from './names.ts'
import { NewsScene } from './news-scenes.tsx'
import { SceneOf } from './scene-of.tsx'
import styles from './tv.module.css'
import { useLostSince, usePointerMoved, useShift, useWakeLock, useWholeWindow } from './use-screen.ts'
import { usePlan } from './use-plan.ts'

/** The clubhouse screen (`/tv`): the public pool on a television, without any control. */
export function TvScreen(): ReactNode {
  useWholeWindow()
  useWakeLock()
  const views = useViews()
  const color = views?.pool.club_color ?? null
  const accent = color === null ? undefined : ({ '--accent': clubAccent(color).dark.accent } as CSSProperties)
  return (
    <div className={styles.screen} style={accent}>
      <div className={styles.stage} style={{ transform: useShift() }}>
        {views === undefined ? <h1 className={styles.connecting}>Connecting…</h1> : <Rotation views={views} />}
      </div>
      <FullScreenButton />
    </div>
  )
}

/** How long the view of the week waits for the season's, which changes with it. */
const OUT_OF_STEP_MS = 2_000

/** Returns the views of the current week. While another one arrives, or after a refusal, the last ones stay. */
function useViews(): ScreenViews | undefined {
  const pool = viewOf(useTopic('pool'))
  const info = pool === undefined ? undefined : currentWeek(pool)
  const week = viewOf(useTopic(info === undefined ? null : weekTopic(info.id)))
  const season = viewOf(useTopic(info === undefined ? null : seasonTopic(info.season_year)))
  const former = useFormerSeason()
  const isComplete = pool !== undefined && (info === undefined || (week !== undefined && season !== undefined))
  const isInStep = useMemo(() => areInStep({ week, season }), [week, season])
  const isLate = useHeldFor(!isInStep, OUT_OF_STEP_MS)
  const isUsable = isComplete && (isInStep || isLate)
  const views = useMemo(() => (isUsable ? { pool, week, season, former } : undefined), [isUsable, pool, week, season, former])
  const [last, setLast] = useState<ScreenViews>()
  if (views !== undefined && views !== last) setLast(views)
  return views ?? last
}

/** The scenes with the line of numbers. */
const LIVE: ReadonlySet<Scene> = new Set(['survivors', 'games', 'out', 'distribution'])

function Rotation({ views }: { readonly views: ScreenViews }) {
  const { pool } = views
  const facts = useMemo(() => factsOf(views), [views])
  const { scene, scenes, isHeld, page, news } = usePlan(facts, pool.clubhouse_screen.scenes, useFixedScene())
  const [current] = news
  const lostSince = useLostSince()
  useEffect(() => {
    document.title = `Clubhouse screen · ${pool.club_name}`
  }, [pool.club_name])
  return (
    <InitialsContext value={pool.clubhouse_screen.names === 'initials'}>
      <Frame
        views={views}
        lostSince={lostSince}
        isHeld={isHeld}
        scenes={scenes}
        scene={scene}
        counts={current === undefined && LIVE.has(scene) ? facts.counts : null}
      >
        {current === undefined ? (
          <SceneOf key={scene} scene={scene} pool={pool} facts={facts} page={page} />
        ) : (
          <NewsScene key={`news-${current.since}`} news={current.news} facts={current.facts} page={page} />
        )}
      </Frame>
    </InitialsContext>
  )
}

/** Returns the scene that the address names: `/tv?scene=games`. */
function useFixedScene(): Scene | undefined {
  const [params] = useSearchParams()
  const name = params.get('scene')
  return SCENES.find((scene) => scene === name)
}

function FullScreenButton() {
  const hasMoved = usePointerMoved()
  if (typeof document.documentElement.requestFullscreen !== 'function') return null
  return (
    <button
      type="button"
      className={styles.fullScreen}
      data-shown={hasMoved || undefined}
      onClick={() =>
        void (document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen())
      }
    >
      Full screen
    </button>
  )
}
