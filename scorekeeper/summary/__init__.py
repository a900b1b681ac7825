"""What is read off a whole sheet: who has won, who pays whom, and the chart of the totals."""
