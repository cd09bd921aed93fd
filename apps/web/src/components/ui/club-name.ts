import { createContext } from 'react'

/** What the club is called: the shell provides it from the pool's view, titles use it. */
export const ClubNameContext = createContext('Outlast')
