import { createContext } from 'preact';

/** Whether the view around a component is the one shown. Views that are not shown neither poll nor tick. */
export const ViewIsActive = createContext(true);
