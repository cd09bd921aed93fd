import { useEffect, useReducer, useState } from 'react'
import { type PageLocation, useLocation } from '../../ui/navigation/location.tsx'
import { screenAt } from '../screens/screens.ts'

/** Returns the address whose screen is shown. After a link to a screen whose code has to load first, that is still the previous one. */
export function useShownLocation(): { readonly location: PageLocation; readonly isLoading: boolean } {
  const location = useLocation()
  const [shown, setShown] = useState(location)
  const [, showSettled] = useReducer((count: number) => count + 1, 0)
  const screen = screenAt(location.pathname)
  const isShown = shown === location
  if (!isShown && screen?.isSettled() !== false) setShown(location)
  useEffect(() => {
    // Also of the first page, whose code would otherwise load after that of the frame around it.
    void screen?.load().then(showSettled)
  }, [screen])
  return { location: shown, isLoading: !isShown }
}
