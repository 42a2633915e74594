/** What resealing may use of exports. */
