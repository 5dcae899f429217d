"""Pictures that links to this site show elsewhere (Open Graph, `og:image`): 1200 × 630, PNG."""
